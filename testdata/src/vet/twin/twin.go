// Package twin does the same with one layer each.
package twin

import (
	"net/http"

	"vet/helper"
)

// Price makes 3 calls.
func Price() error { return helper.Get("http://prices") } // want Price:`^loop 3 \(http\)$`

// Looped makes 3 calls.
func Looped() error { // want Looped:`^loop 3 \(http\)$`
	var err error
	for i := 0; i < 3; i++ {
		if err = helper.Plain("http://plain"); err == nil {
			return nil
		}
	}
	return err
}

// Passed makes 4 calls.
func Passed() error { // want Passed:`^loop 4 \(http\)$`
	return helper.Do(4, func() error { return helper.Plain("http://passed") })
}

// Once tries once inside a loop.
func Once() error { // want Once:`^loop 3 \(loop 1 \(http\)\)$`
	var err error
	for i := 0; i < 3; i++ {
		if err = helper.Do(1, func() error { return helper.Plain("http://once") }); err == nil {
			return nil
		}
	}
	return err
}

// After tries one after the other.
func After() error { // want After:`^loop 3 \(http\); loop 3 \(http\)$`
	if err := helper.Get("http://first"); err != nil {
		return err
	}
	return helper.Get("http://second")
}

// Each is a fan-out round a retry.
func Each(urls []string) error { // want Each:`^fan-out urls \(loop 3 \(http\)\)$`
	for _, u := range urls {
		if err := helper.Get(u); err != nil {
			return err
		}
	}
	return nil
}

// Local repeats nothing remote.
func Local() int {
	n := 0
	for i := 0; i < 3; i++ {
		n = helper.Local(n, i)
	}
	return n
}

// Client makes 3 calls: its transport tries once.
func Client() error { // want Client:`^loop 3 \(.*http.*\)$`
	c := helper.NewClient(&http.Client{Transport: helper.Patient(http.DefaultTransport, 1)})
	var err error
	for i := 0; i < 3; i++ {
		if err = c.Get(); err == nil {
			return nil
		}
	}
	return err
}

// Given makes 3 calls: what its client does is not seen here.
func Given(c *helper.Client) error { // want Given:`^loop 3 \(http\)$`
	var err error
	for i := 0; i < 3; i++ {
		if err = c.Get(); err == nil {
			return nil
		}
	}
	return err
}
