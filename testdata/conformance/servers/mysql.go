package servers

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
)

func init() { protocols["mysql"] = serveMySQL }

// mysqlErrors are the codes of a server that shuts down, that has too many
// clients, and that has an error of its own.
var mysqlErrors = map[Fault]uint16{Unavailable: 1053, Overload: 1040, Error: 1105}

// serveMySQL lets everybody in and fails on each command.
func serveMySQL(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		hello := "\x0a8.0.0\x00\x01\x00\x00\x00" + "12345678\x00" + "\xff\xf7" + "\x21" + "\x02\x00" + "\xff\x81" +
			"\x15" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" + "123456789012\x00" + "mysql_native_password\x00"
		c.Write(mysqlPacket(0, hello))
		if _, err := mysqlRead(r); err != nil {
			return
		}
		c.Write(mysqlPacket(2, "\x00\x00\x00\x02\x00\x00\x00"))
		for {
			command, err := mysqlRead(r)
			if err != nil || len(command) == 0 || command[0] == 1 {
				return
			}
			if s.fail(c) {
				return
			}
			code := binary.LittleEndian.AppendUint16(nil, mysqlErrors[s.fault])
			c.Write(mysqlPacket(1, "\xff"+string(code)+"#HY000failing on purpose"))
		}
	})
}

func mysqlPacket(number byte, body string) []byte {
	n := len(body)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), number}, body...)
}

func mysqlRead(r *bufio.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	body := make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16)
	_, err := io.ReadFull(r, body)
	return body, err
}
