package servers

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"net"
)

func init() { protocols["mongodb"] = serveMongo }

// mongoErrors are the replies of a server that shuts down, that is overloaded,
// and that has an error of its own.
var mongoErrors = map[Fault][]byte{
	Unavailable: bsonDocument(bsonDouble("ok", 0), bsonInt("code", 91), bsonString("codeName", "ShutdownInProgress"),
		bsonString("errmsg", "failing on purpose"), bsonStrings("errorLabels", "RetryableWriteError")),
	Overload: bsonDocument(bsonDouble("ok", 0), bsonInt("code", 462), bsonString("codeName", "IngressRequestRateLimitExceeded"),
		bsonString("errmsg", "failing on purpose"), bsonStrings("errorLabels", "SystemOverloadedError", "RetryableError")),
	Error: bsonDocument(bsonDouble("ok", 0), bsonInt("code", 8000), bsonString("codeName", "AtlasError"),
		bsonString("errmsg", "failing on purpose")),
}

// mongoHello is what a router of a sharded cluster says of itself.
var mongoHello = bsonDocument(bsonDouble("ok", 1), bsonBool("ismaster", true), bsonBool("isWritablePrimary", true), bsonString("msg", "isdbgrid"),
	bsonInt("minWireVersion", 0), bsonInt("maxWireVersion", 21), bsonInt("maxBsonObjectSize", 16<<20),
	bsonInt("maxMessageSizeBytes", 48000000), bsonInt("maxWriteBatchSize", 100000), bsonInt("logicalSessionTimeoutMinutes", 30))

const (
	mongoReply   = 1
	mongoQuery   = 2004
	mongoMessage = 2013
)

// serveMongo answers greetings and fails on every other command.
func serveMongo(s *Server) {
	s.each(func(c net.Conn, r *bufio.Reader) {
		for {
			var head [16]byte
			if _, err := io.ReadFull(r, head[:]); err != nil {
				return
			}
			body := make([]byte, binary.LittleEndian.Uint32(head[:])-16)
			if _, err := io.ReadFull(r, body); err != nil {
				return
			}
			id, kind := head[4:8], binary.LittleEndian.Uint32(head[12:])
			switch {
			case kind == mongoQuery:
				c.Write(mongoPacket(mongoReply, id, append([]byte{8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, mongoHello...)))
				continue
			case kind != mongoMessage:
				return
			}
			reply := mongoHello
			switch mongoCommand(body) {
			case "hello", "ismaster", "isMaster", "endSessions":
			default:
				if s.fail(c) {
					return
				}
				reply = mongoErrors[s.fault]
			}
			c.Write(mongoPacket(mongoMessage, id, append([]byte{0, 0, 0, 0, 0}, reply...)))
		}
	})
}

// mongoCommand is the name of the first field of a message's document.
func mongoCommand(body []byte) string {
	if len(body) < 11 {
		return ""
	}
	name, _, _ := bytes.Cut(body[10:], []byte{0})
	return string(name)
}

func mongoPacket(kind uint32, to, body []byte) []byte {
	m := binary.LittleEndian.AppendUint32(nil, uint32(len(body)+16))
	m = append(m, 0, 0, 0, 0)
	m = append(m, to...)
	m = binary.LittleEndian.AppendUint32(m, kind)
	return append(m, body...)
}

func bsonDocument(fields ...[]byte) []byte {
	all := bytes.Join(fields, nil)
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(all)+5)), all...), 0)
}

func bsonField(kind byte, name string, value []byte) []byte {
	return append(append([]byte{kind}, name+"\x00"...), value...)
}

func bsonDouble(name string, v float64) []byte {
	return bsonField(1, name, binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
}

func bsonString(name, v string) []byte {
	return bsonField(2, name, append(binary.LittleEndian.AppendUint32(nil, uint32(len(v)+1)), v+"\x00"...))
}

func bsonStrings(name string, values ...string) []byte {
	var fields [][]byte
	for i, v := range values {
		fields = append(fields, bsonString(string(rune('0'+i)), v))
	}
	return bsonField(4, name, bsonDocument(fields...))
}

func bsonBool(name string, v bool) []byte {
	if v {
		return bsonField(8, name, []byte{1})
	}
	return bsonField(8, name, []byte{0})
}

func bsonInt(name string, v int32) []byte {
	return bsonField(16, name, binary.LittleEndian.AppendUint32(nil, uint32(v)))
}
