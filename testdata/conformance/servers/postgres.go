package servers

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
)

func init() { protocols["postgres"] = servePostgres }

// postgresErrors are the SQL states of a server that shuts down, that has too
// many clients, and that has an error of its own.
var postgresErrors = map[Fault]string{Unavailable: "57P01", Overload: "53300", Error: "XX000"}

// encrypted is the code of the question whether the server encrypts.
const encrypted = 80877103

// servePostgres lets everybody in and fails on each statement, which is a simple
// query or one that is prepared.
func servePostgres(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		if !postgresStart(c, r) {
			return
		}
		for {
			kind, err := r.ReadByte()
			if err != nil || postgresSkip(r) != nil {
				return
			}
			switch kind {
			case 'Q', 'P':
				if s.fail(c) {
					return
				}
				c.Write(postgresMessage('E', "SERROR\x00VERROR\x00C"+postgresErrors[s.fault]+"\x00Mfailing on purpose\x00\x00"))
				if kind == 'Q' {
					c.Write(postgresMessage('Z', "I"))
				}
			case 'S':
				c.Write(postgresMessage('Z', "I"))
			case 'X':
				return
			}
		}
	})
}

// postgresStart answers the messages with which a client opens a connection.
func postgresStart(c net.Conn, r *bufio.Reader) bool {
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return false
		}
		size := int(binary.BigEndian.Uint32(head[:4]))
		if binary.BigEndian.Uint32(head[4:]) == encrypted {
			c.Write([]byte("N"))
			continue
		}
		if _, err := r.Discard(size - 8); err != nil {
			return false
		}
		c.Write(postgresMessage('R', "\x00\x00\x00\x00"))
		c.Write(postgresMessage('S', "server_version\x0016.0\x00"))
		c.Write(postgresMessage('S', "client_encoding\x00UTF8\x00"))
		c.Write(postgresMessage('S', "standard_conforming_strings\x00on\x00"))
		c.Write(postgresMessage('K', "\x00\x00\x00\x01\x00\x00\x00\x01"))
		c.Write(postgresMessage('Z', "I"))
		return true
	}
}

func postgresMessage(kind byte, body string) []byte {
	m := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(body)+4))
	return append(m, body...)
}

func postgresSkip(r *bufio.Reader) error {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return err
	}
	_, err := r.Discard(int(binary.BigEndian.Uint32(size[:])) - 4)
	return err
}
