// Package order tries again what tries again.
package order

import (
	"net/http"

	"example.com/nested/stock"
)

// Price looks the item up, up to four times.
func Price(item string) (err error) {
	for i := 0; i < 4; i++ {
		if _, err = stock.Get(item); err == nil {
			return nil
		}
	}
	return err
}

// Once looks the item up, and is no finding.
func Once(item string) error {
	_, err := stock.Get(item)
	return err
}

// Wait asks until there is an answer, and nothing ends it.
func Wait(item string) *http.Response {
	for {
		if resp, err := http.Get("http://order/" + item); err == nil {
			return resp
		}
	}
}
