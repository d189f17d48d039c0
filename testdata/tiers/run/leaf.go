package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// leaf is the service at the bottom that fails: it counts what reaches it, or, where
// nobody listens, how many connections were refused.
type leaf struct {
	ln       net.Listener
	refused  int // before
	requests atomic.Int64
}

func startLeaf(fault string) (*leaf, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &leaf{ln: ln, refused: -1}
	if fault == "refuse" {
		if l.refused, err = refusedConnections(); err != nil {
			return nil, err
		}
		return l, ln.Close()
	}
	protocol, code, _ := strings.Cut(fault, ":")
	n, err := strconv.Atoi(code)
	if err != nil && !breaksOff(fault) {
		return nil, fmt.Errorf("fault %s: %w", fault, err)
	}
	good := fault == "kept"
	server := &http.Server{Protocols: &http.Protocols{}, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if good {
			good = false
			return
		}
		l.requests.Add(1)
		if breaksOff(fault) {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				conn.Close()
			}
			return
		}
		if protocol == "grpc" {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Grpc-Status", code)
			return
		}
		w.WriteHeader(n)
	})}
	server.Protocols.SetHTTP1(true)
	server.Protocols.SetUnencryptedHTTP2(true)
	go func() { _ = server.Serve(ln) }()
	return l, nil
}

// breaksOff reports whether a leaf closes the connection instead of an answer.
func breaksOff(fault string) bool { return fault == "kept" || fault == "reset" }

func (l *leaf) addr() string { return l.ln.Addr().String() }

// count is what came so far.
func (l *leaf) count() (int, error) {
	if l.refused < 0 {
		return int(l.requests.Load()), nil
	}
	n, err := refusedConnections()
	return n - l.refused, err
}

// refusedConnections are the connections that the system could not open since it
// started: it must be alone in its network.
func refusedConnections() (int, error) {
	b, err := os.ReadFile("/proc/net/snmp")
	if err != nil {
		return 0, err
	}
	var names []string
	for line := range strings.Lines(string(b)) {
		fields := strings.Fields(line)
		switch {
		case fields[0] != "Tcp:":
		case names == nil:
			names = fields
		default:
			for i, name := range names {
				if name == "AttemptFails" {
					return strconv.Atoi(fields[i])
				}
			}
		}
	}
	return 0, fmt.Errorf("/proc/net/snmp does not count failed connections")
}
