package servers

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
)

func init() { protocols["kafka"] = serveKafka }

// The requests of Kafka that are answered.
const (
	kafkaProduce     = 0
	kafkaMetadata    = 3
	kafkaAPIVersions = 18
)

// kafkaErrors are LEADER_NOT_AVAILABLE, THROTTLING_QUOTA_EXCEEDED and
// UNKNOWN_SERVER_ERROR.
var kafkaErrors = map[Fault]int16{Unavailable: 5, Overload: 89, Error: -1}

// serveKafka is a cluster of one broker, which leads the one partition of the topic
// orders and fails when something is produced to it. It speaks the oldest versions.
func serveKafka(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		for {
			var size int32
			if binary.Read(r, binary.BigEndian, &size) != nil || size < 8 || size > 1<<20 {
				return
			}
			request := make([]byte, size)
			if _, err := io.ReadFull(r, request); err != nil {
				return
			}
			key, version := binary.BigEndian.Uint16(request), binary.BigEndian.Uint16(request[2:])
			answer := &kafkaWriter{}
			answer.Write(request[4:8]) // the number that answer and request share
			switch key {
			case kafkaAPIVersions:
				answer.versions(version)
			case kafkaMetadata:
				answer.metadata(s.ln.Addr().(*net.TCPAddr), version)
			case kafkaProduce:
				if s.fail(c) {
					return
				}
				answer.produced(kafkaErrors[s.fault], version)
			default:
				return
			}
			if binary.Write(c, binary.BigEndian, int32(answer.Len())) != nil {
				return
			}
			if _, err := c.Write(answer.Bytes()); err != nil {
				return
			}
		}
	})
}

type kafkaWriter struct{ bytes.Buffer }

func (w *kafkaWriter) put(numbers ...any) {
	for _, n := range numbers {
		_ = binary.Write(w, binary.BigEndian, n) // a buffer takes everything
	}
}

func (w *kafkaWriter) text(s string) {
	w.put(int16(len(s)))
	w.WriteString(s)
}

// versions says which requests are known, up to which version; a newer question is
// answered with UNSUPPORTED_VERSION and the same list.
func (w *kafkaWriter) versions(version uint16) {
	code := int16(0)
	if version > 0 {
		code = 35
	}
	w.put(code, int32(3),
		int16(kafkaProduce), int16(0), int16(3),
		int16(kafkaMetadata), int16(0), int16(1),
		int16(kafkaAPIVersions), int16(0), int16(0))
}

func (w *kafkaWriter) metadata(addr *net.TCPAddr, version uint16) {
	w.put(int32(1), int32(1))
	w.text(addr.IP.String())
	w.put(int32(addr.Port))
	if version > 0 {
		w.put(int16(-1), int32(1)) // no rack, the controller
	}
	w.put(int32(1), int16(0))
	w.text("orders")
	if version > 0 {
		w.put(false)
	}
	w.put(int32(1), int16(0), int32(0), int32(1), int32(1), int32(1), int32(1), int32(1))
}

func (w *kafkaWriter) produced(code int16, version uint16) {
	w.put(int32(1))
	w.text("orders")
	w.put(int32(1), int32(0), code, int64(-1))
	if version > 1 {
		w.put(int64(-1))
	}
	if version > 0 {
		w.put(int32(0))
	}
}
