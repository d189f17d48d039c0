package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// refusedEnv makes the command the one that counts in a network of its own.
const refusedEnv = "CONFORMANCE_REFUSED"

// ownNetwork starts a process in new name spaces of users and networks: no
// connection but its own is counted there, and no rights are needed.
func ownNetwork() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
}

// countRefused runs the program that the arguments name and prints how many
// connections were refused to it, at most the cut.
func countRefused(args []string) int {
	n, err := refusals(args[0], args[1], args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(n)
	return 0
}

func refusals(program, cut, window string) (int, error) {
	most, err := strconv.Atoi(cut)
	if err != nil {
		return 0, err
	}
	lasts, err := time.ParseDuration(window)
	if err != nil {
		return 0, err
	}
	if err := loopbackUp(); err != nil {
		return 0, fmt.Errorf("setting the loopback interface up: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Stderr = os.Stderr
	cmd.WaitDelay = time.Second
	if err := runUntil(ctx, cmd, enough(attemptFails, most, lasts)); err != nil {
		return 0, fmt.Errorf("%w after %d refused connections", err, attemptFails())
	}
	return min(attemptFails(), most), nil
}

// attemptFails is the kernel's count of connections that failed while they were
// opened.
func attemptFails() int {
	text, err := os.ReadFile("/proc/self/net/snmp")
	if err != nil {
		return 0
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		switch {
		case fields[0] != "Tcp:":
		case names == nil:
			names = fields
		default:
			for i, name := range names {
				if name == "AttemptFails" {
					n, _ := strconv.Atoi(fields[i])
					return n
				}
			}
		}
	}
	return 0
}

func loopbackUp() error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	var request struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:], "lo")
	request.flags = syscall.IFF_UP | syscall.IFF_RUNNING
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request))); errno != 0 {
		return errno
	}
	return nil
}
