package servers

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
)

func init() { protocols["amqp"] = serveAMQP }

// Methods of AMQP 0-9-1: the class and the number in it.
const (
	amqpStart       = 10<<16 | 10
	amqpStartOK     = 10<<16 | 11
	amqpTune        = 10<<16 | 30
	amqpOpen        = 10<<16 | 40
	amqpOpenOK      = 10<<16 | 41
	amqpClose       = 10<<16 | 50
	amqpChannelOpen = 20<<16 | 10
	amqpChannelOK   = 20<<16 | 11
	amqpPublish     = 60<<16 | 40
)

// amqpErrors are CONNECTION_FORCED, RESOURCE_ERROR and INTERNAL_ERROR.
var amqpErrors = map[Fault]uint16{Unavailable: 320, Overload: 506, Error: 541}

// serveAMQP lets a client in and open channels, and closes the connection on the
// first message that is published.
func serveAMQP(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		header := make([]byte, 8) // AMQP and the version
		if _, err := io.ReadFull(r, header); err != nil {
			return
		}
		amqpSend(c, 0, amqpStart, []byte{0, 9}, amqpLong(""), amqpLong("PLAIN"), amqpLong("en_US"))
		for {
			channel, method, err := amqpMethod(r)
			if err != nil {
				return
			}
			switch method {
			case amqpStartOK:
				amqpSend(c, 0, amqpTune, []byte{0, 10}, []byte{0, 2, 0, 0}, []byte{0, 10})
			case amqpOpen:
				amqpSend(c, 0, amqpOpenOK, []byte{0})
			case amqpChannelOpen:
				amqpSend(c, channel, amqpChannelOK, amqpLong(""))
			case amqpPublish:
				if s.fail(c) {
					return
				}
				code := binary.BigEndian.AppendUint16(nil, amqpErrors[s.fault])
				amqpSend(c, 0, amqpClose, code, []byte{0}, []byte{0, 60, 0, 40})
			}
		}
	})
}

// amqpMethod reads frames up to the next that calls a method.
func amqpMethod(r io.Reader) (channel uint16, method uint32, err error) {
	for {
		var head struct {
			Type    uint8
			Channel uint16
			Size    uint32
		}
		if err := binary.Read(r, binary.BigEndian, &head); err != nil {
			return 0, 0, err
		}
		if head.Size > 1<<20 {
			return 0, 0, io.ErrUnexpectedEOF
		}
		payload := make([]byte, head.Size+1) // with the octet that ends a frame
		if _, err := io.ReadFull(r, payload); err != nil {
			return 0, 0, err
		}
		if head.Type == 1 && head.Size >= 4 {
			return head.Channel, binary.BigEndian.Uint32(payload), nil
		}
	}
}

// amqpSend calls a method of the client. That it is gone is seen by the next read.
func amqpSend(w io.Writer, channel uint16, method uint32, args ...[]byte) {
	payload := binary.BigEndian.AppendUint32(nil, method)
	payload = append(payload, bytes.Join(args, nil)...)
	frame := binary.BigEndian.AppendUint16([]byte{1}, channel)
	frame = binary.BigEndian.AppendUint32(frame, uint32(len(payload)))
	_, _ = w.Write(append(append(frame, payload...), 0xCE))
}

// amqpLong is a long string, and an empty one is an empty table too.
func amqpLong(s string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(s))), s...)
}
