package servers

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

func init() { protocols["nats"] = serveNATS }

// natsReplies are the answers to a publication: nobody answers for the stream, the
// stream has no room, and an error of the server.
var natsReplies = map[Fault]string{
	Unavailable: "",
	Overload:    `{"error":{"code":503,"err_code":10077,"description":"maximum messages exceeded"}}`,
	Error:       `{"error":{"code":500,"err_code":10000,"description":"failing on purpose"}}`,
}

const natsInfo = `INFO {"server_id":"fake","version":"2.11.0","proto":1,"headers":true,"max_payload":1048576}` + "\r\n"

// serveNATS greets a client and fails on each message that it publishes.
func serveNATS(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		if _, err := io.WriteString(c, natsInfo); err != nil {
			return
		}
		sid := ""
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			fields := strings.Fields(line)
			reply := ""
			switch {
			case len(fields) == 0:
			case fields[0] == "PING":
				reply = "PONG\r\n"
			case fields[0] == "SUB" && len(fields) > 2:
				sid = fields[len(fields)-1]
			case fields[0] == "PUB" || fields[0] == "HPUB":
				size, err := strconv.Atoi(fields[len(fields)-1])
				if err != nil {
					return
				}
				if _, err := r.Discard(size + len("\r\n")); err != nil || s.fail(c) {
					return
				}
				reply = natsReply(s.fault, natsInbox(fields), sid)
			}
			if _, err := io.WriteString(c, reply); err != nil {
				return
			}
		}
	})
}

// natsInbox is the subject to which the answer goes; "" for a message that wants
// none.
func natsInbox(fields []string) string {
	sizes := 1
	if fields[0] == "HPUB" {
		sizes = 2
	}
	if len(fields) == 2+1+sizes {
		return fields[2]
	}
	return ""
}

func natsReply(fault Fault, inbox, sid string) string {
	if inbox == "" {
		return ""
	}
	if body := natsReplies[fault]; body != "" {
		return fmt.Sprintf("MSG %s %s %d\r\n%s\r\n", inbox, sid, len(body), body)
	}
	const status = "NATS/1.0 503\r\n\r\n"
	return fmt.Sprintf("HMSG %s %s %d %d\r\n%s\r\n", inbox, sid, len(status), len(status), status)
}
