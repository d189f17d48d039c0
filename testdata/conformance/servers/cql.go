package servers

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
)

func init() { protocols["cql"] = serveCQL }

// The requests of CQL that are answered, and the answers.
const (
	cqlStartup   = 0x01
	cqlOptions   = 0x05
	cqlQuery     = 0x07
	cqlRegister  = 0x0B
	cqlError     = 0x00
	cqlReady     = 0x02
	cqlSupported = 0x06
	cqlResult    = 0x08
)

// cqlErrors are the codes Unavailable, Overloaded and Server error.
var cqlErrors = map[Fault]uint32{Unavailable: 0x1000, Overload: 0x1001, Error: 0x0000}

// serveCQL is three nodes of Cassandra, at 127.0.0.1 to 127.0.0.3 on the same port, that
// say who they and the others are and fail on all other queries: a client goes to the
// next node when it tries again. It speaks version 4.
func serveCQL(s *Server) {
	port := s.ln.Addr().(*net.TCPAddr).Port
	for _, host := range []string{"127.0.0.2", "127.0.0.3"} {
		ln, err := net.Listen("tcp", fmt.Sprintf("%s:%d", host, port))
		if err != nil {
			continue // another node less: the count says so
		}
		go func() {
			<-s.done
			ln.Close()
		}()
		go s.accept(ln)
	}
	s.each(s.talkCQL)
}

// accept serves the connections of another node.
func (s *Server) accept(ln net.Listener) {
	for {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			s.talkCQL(c, bufio.NewReader(c))
		}()
	}
}

func (s *Server) talkCQL(c net.Conn, r *bufio.Reader) {
	for {
		head := make([]byte, 9)
		if _, err := io.ReadFull(r, head); err != nil {
			return
		}
		size := binary.BigEndian.Uint32(head[5:])
		if size > 1<<20 {
			return
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		opcode, answer := byte(cqlReady), []byte(nil)
		switch head[4] {
		case cqlStartup, cqlRegister:
		case cqlOptions:
			opcode, answer = cqlSupported, []byte{0, 0}
		case cqlQuery:
			if nodes := cqlAsked(string(body)); nodes != nil {
				opcode, answer = cqlResult, cqlNodes(nodes)
				break
			}
			if s.fail(c) {
				return
			}
			opcode, answer = cqlError, cqlFailure(cqlErrors[s.fault])
		default:
			return
		}
		out := []byte{0x84, 0, head[2], head[3], opcode} // the number of the request, and what the answer is
		out = binary.BigEndian.AppendUint32(out, uint32(len(answer)))
		if _, err := c.Write(append(out, answer...)); err != nil {
			return
		}
	}
}

func cqlString(b []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(s))), s...)
}

// cqlFailure is an error; Unavailable says with how many nodes it would have done.
func cqlFailure(code uint32) []byte {
	b := cqlString(binary.BigEndian.AppendUint32(nil, code), "failing on purpose")
	if code == cqlErrors[Unavailable] {
		b = append(b, 0, 1, 0, 0, 0, 3, 0, 0, 0, 1)
	}
	return b
}

// cqlAsked are the nodes that a query asks for: the last octets of their addresses.
func cqlAsked(query string) []byte {
	switch {
	case strings.Contains(query, "system.local"):
		return []byte{1}
	case strings.Contains(query, "system.peers"):
		return []byte{2, 3}
	}
	return nil
}

// cqlNodes are rows of system.local or system.peers: who the nodes are.
func cqlNodes(nodes []byte) []byte {
	b := []byte{0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 6} // rows, of one table, with six columns
	b = cqlString(cqlString(b, "system"), "nodes")
	b = append(cqlString(b, "host_id"), 0, 0x0C)
	b = append(cqlString(b, "rpc_address"), 0, 0x10)
	b = append(cqlString(b, "data_center"), 0, 0x0D)
	b = append(cqlString(b, "rack"), 0, 0x0D)
	b = append(cqlString(b, "release_version"), 0, 0x0D)
	b = append(cqlString(b, "tokens"), 0, 0x22, 0, 0x0D)
	b = append(b, 0, 0, 0, byte(len(nodes)))
	for _, n := range nodes {
		b = cqlValue(b, append([]byte("0123456789abcde"), n))
		b = cqlValue(b, []byte{127, 0, 0, n})
		b = cqlValue(b, []byte("dc"))
		b = cqlValue(b, []byte("rack"))
		b = cqlValue(b, []byte("3.11.0"))
		b = cqlValue(b, []byte{0, 0, 0, 1, 0, 0, 0, 1, '0' + n}) // a set of one token
	}
	return b
}

func cqlValue(b, value []byte) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(value))), value...)
}
