// Package helper repeats what it is given.
package helper

import "net/http"

// Do tries n times.
func Do(n int, f func() error) error { // want Do:`loop parameter 0 \(parameter 1\)`
	var err error
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Get tries three times.
func Get(url string) error { // want Get:`^loop 3 \(http\)$`
	return Do(3, func() error {
		_, err := http.Get(url)
		return err
	})
}

// Plain tries once.
func Plain(url string) error { // want Plain:`^http$`
	_, err := http.Get(url)
	return err
}

// Forever never gives up.
func Forever(url string) { // want Forever:`^loop unbounded \(http\)$`
	for { // want `AMP003: .* has no end`
		if _, err := http.Get(url); err == nil {
			return
		}
	}
}

// Getter is what callers know of a client.
type Getter interface {
	Fetch(url string) error // want Fetch:`^loop 2 \(http\)$`
}

type getter struct{}

// Fetch tries twice.
func (getter) Fetch(url string) error { // want Fetch:`^loop 2 \(http\)$`
	return Do(2, func() error { return Plain(url) })
}

// New makes a getter.
func New() Getter { return getter{} }

// Local calls nothing.
func Local(a, b int) int { return a + b }
