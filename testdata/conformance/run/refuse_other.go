//go:build !linux

package main

import (
	"fmt"
	"os"
	"syscall"
)

const refusedEnv = "CONFORMANCE_REFUSED"

func ownNetwork() *syscall.SysProcAttr { return nil }

// countRefused says that the kernel's count is needed.
func countRefused([]string) int {
	fmt.Fprintln(os.Stderr, "refused connections are counted on Linux only")
	return 1
}
