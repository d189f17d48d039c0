package measure

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strconv"
	"syscall"
)

// listening reports whether a socket listens on an address of IPv4.
func listening(addr string) (bool, error) {
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		return false, err
	}
	a, err := netip.ParseAddrPort(addr)
	if err != nil {
		return false, err
	}
	ip := a.Addr().As4()
	const listen = "0A"
	want := fmt.Sprintf(" %08X:%04X 00000000:0000 %s ", binary.LittleEndian.Uint32(ip[:]), a.Port(), listen)
	return bytes.Contains(table, []byte(want)), nil
}

// refusals counts connections to the servers as they are opened, from what
// goes over the loopback interface: nobody else sees one that is refused.
type refusals struct {
	socket int
	ports  map[uint16]bool
}

// countRefusals starts to count. It needs the right to open packet sockets.
func countRefusals() (*refusals, error) {
	const allProtocols = 0x0300 // ETH_P_ALL in network order
	fd, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_RAW|syscall.SOCK_CLOEXEC, allProtocols)
	if err != nil {
		return nil, fmt.Errorf("counting refused connections needs CAP_NET_RAW: %w", err)
	}
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4<<20); err != nil {
		return nil, err
	}
	r := &refusals{socket: fd, ports: map[uint16]bool{}}
	for _, addr := range Servers {
		_, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return nil, err
		}
		r.ports[uint16(n)] = true
	}
	return r, nil
}

// count is the number of connections that were opened so far.
func (r *refusals) count() (int, error) {
	defer syscall.Close(r.socket)
	n := 0
	buf := make([]byte, 256)
	for {
		size, from, err := syscall.Recvfrom(r.socket, buf, syscall.MSG_DONTWAIT)
		if err == syscall.EAGAIN {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		// The loopback interface shows each packet as it goes and as it comes.
		if ll, ok := from.(*syscall.SockaddrLinklayer); ok && ll.Pkttype == syscall.PACKET_HOST && r.opens(buf[:min(size, len(buf))]) {
			n++
		}
	}
}

// opens reports whether a packet is the first of a TCP connection to one of the
// servers, over IPv4.
func (r *refusals) opens(packet []byte) bool {
	const ethernet, ip = 14, 20
	if len(packet) < ethernet+ip+ip || packet[12] != 8 || packet[13] != 0 || packet[ethernet+9] != syscall.IPPROTO_TCP {
		return false
	}
	at := ethernet + int(packet[ethernet]&15)*4
	if len(packet) < at+14 {
		return false
	}
	const syn, ack = 2, 16
	return packet[at+13]&(syn|ack) == syn && r.ports[binary.BigEndian.Uint16(packet[at+2:])]
}
