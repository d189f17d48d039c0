package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/measure"
)

// alone is set where the process has a network of its own.
const alone = "SHOP_ALONE"

// inNetwork runs this program again in a network of its own.
func inNetwork(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := append([]string{"-rn", "sh", "-c", `ip link set lo up && exec "$0" "$@"`, self}, os.Args[1:]...)
	cmd := exec.CommandContext(ctx, "unshare", args...)
	cmd.Env = append(os.Environ(), alone+"=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// recordLayers measures the shop in the structure that is advised, and with a client
// that is throttled.
func recordLayers(ctx context.Context, file, dir string, attempts int) error {
	inputs, err := measure.Inputs(dir)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "shop")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	l, err := measure.LayeredCopy(ctx, tmp, dir, attempts, false)
	if err != nil {
		return err
	}
	other, err := os.MkdirTemp("", "shop")
	if err != nil {
		return err
	}
	defer os.RemoveAll(other)
	throttled, err := measure.ThrottledCopy(ctx, other, dir, attempts, false)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(struct {
		Inputs string `json:"inputs"`
		measure.Layers
		Throttled int `json:"throttled"`
	}{inputs, l, throttled}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o666)
}
