//go:build !linux

package measure

import "errors"

type refusals struct{}

func listening(string) (bool, error) {
	return false, errors.New("sockets are looked up on Linux alone")
}

func countRefusals() (*refusals, error) {
	return nil, errors.New("refused connections are counted on Linux alone")
}

func (*refusals) count() (int, error) { return 0, nil }
