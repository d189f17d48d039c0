package servers

import (
	"bufio"
	"io"
	"net"
)

func init() { protocols["memcached"] = serveMemcached }

// memcachedErrors are the replies of a server that cannot answer now, that has
// too many connections, and that does not know a command.
var memcachedErrors = map[Fault]string{
	Unavailable: "SERVER_ERROR temporary failure\r\n",
	Overload:    "SERVER_ERROR too many open connections\r\n",
	Error:       "ERROR\r\n",
}

// serveMemcached fails on each line.
func serveMemcached(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		for {
			if _, err := r.ReadString('\n'); err != nil || s.fail(c) {
				return
			}
			if _, err := io.WriteString(c, memcachedErrors[s.fault]); err != nil {
				return
			}
		}
	})
}
