package leaf

import (
	"fmt"
	"net"

	"github.com/jackc/pgx/v5/pgproto3"
)

// int8OID is the object identifier of PostgreSQL's type int8.
const int8OID = 20

// serve speaks with one client until it leaves.
func (l *Leaf) serve(c net.Conn) {
	b := pgproto3.NewBackend(c, c)
	s := &session{}
	if !l.startUp(c, b, s) {
		return
	}
	for {
		msg, err := b.Receive()
		if err != nil {
			return
		}
		switch msg.(type) {
		case *pgproto3.Query:
			l.queries.Add(1)
			if l.is(Stuck) {
				l.work(s)
			}
			l.answer(b)
		case *pgproto3.Terminate:
			return
		default:
			l.fail(fmt.Errorf("leaf: a client sent %T, only simple queries are counted", msg))
			return
		}
		if b.Flush() != nil {
			return
		}
	}
}

// startUp greets a client and reports whether it stays: one that came to
// cancel a query does not.
func (l *Leaf) startUp(c net.Conn, b *pgproto3.Backend, s *session) bool {
	for {
		msg, err := b.ReceiveStartupMessage()
		if err != nil {
			return false
		}
		switch msg := msg.(type) {
		case *pgproto3.SSLRequest, *pgproto3.GSSEncRequest:
			if _, err := c.Write([]byte("N")); err != nil {
				return false
			}
		case *pgproto3.CancelRequest:
			l.cancel(msg.ProcessID)
			return false
		case *pgproto3.StartupMessage:
			if err := s.start(l, msg.Parameters["statement_timeout"]); err != nil {
				l.fail(err)
				return false
			}
			b.Send(&pgproto3.AuthenticationOk{})
			// A client quotes arguments by itself only under these settings.
			b.Send(&pgproto3.ParameterStatus{Name: "client_encoding", Value: "UTF8"})
			b.Send(&pgproto3.ParameterStatus{Name: "standard_conforming_strings", Value: "on"})
			b.Send(&pgproto3.BackendKeyData{ProcessID: s.process, SecretKey: []byte{0, 0, 0, 1}})
			b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
			return b.Flush() == nil
		default:
			return false
		}
	}
}

// answer ends one query in the way of the leaf's mode.
func (l *Leaf) answer(b *pgproto3.Backend) {
	if l.is(Healthy) {
		b.Send(&pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{
			{Name: []byte("cents"), DataTypeOID: int8OID, DataTypeSize: 8, TypeModifier: -1},
		}})
		b.Send(&pgproto3.DataRow{Values: [][]byte{[]byte("100")}})
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SELECT 1")})
	} else {
		b.Send(&pgproto3.ErrorResponse{
			Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "53300", Message: "sorry, too many clients already",
		})
	}
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
}
