package servers

import (
	"bufio"
	"io"
	"net"
	"strconv"
	"strings"
)

func init() { protocols["redis"] = serveRedis }

// redisErrors are the replies of a server that loads its data, that has too many
// clients, and that does not know a command.
var redisErrors = map[Fault]string{
	Unavailable: "-LOADING Redis is loading the dataset in memory\r\n",
	Overload:    "-ERR max number of clients reached\r\n",
	Error:       "-ERR failing on purpose\r\n",
}

// serveRedis greets clients as an old server does, without RESP3, and fails on
// each command that is none of the greeting.
func serveRedis(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		for {
			command, err := redisCommand(r)
			if err != nil {
				return
			}
			reply := ""
			switch command {
			case "hello":
				reply = "-ERR unknown command 'HELLO'\r\n"
			case "client", "select", "auth":
				reply = "+OK\r\n"
			default:
				if s.fail(c) {
					return
				}
				reply = redisErrors[s.fault]
			}
			if _, err := io.WriteString(c, reply); err != nil {
				return
			}
		}
	})
}

// redisCommand reads a command, an array of strings, and answers its name.
func redisCommand(r *bufio.Reader) (string, error) {
	n, err := redisNumber(r, '*')
	if err != nil {
		return "", err
	}
	name := ""
	for i := range n {
		size, err := redisNumber(r, '$')
		if err != nil {
			return "", err
		}
		text := make([]byte, size+2)
		if _, err := io.ReadFull(r, text); err != nil {
			return "", err
		}
		if i == 0 {
			name = strings.ToLower(string(text[:size]))
		}
	}
	return name, nil
}

func redisNumber(r *bufio.Reader, kind byte) (int, error) {
	line, err := r.ReadString('\n')
	if err != nil || line[0] != kind {
		return 0, io.ErrUnexpectedEOF
	}
	return strconv.Atoi(strings.TrimSpace(line[1:]))
}
