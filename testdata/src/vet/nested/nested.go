// Package nested retries what is retried already.
package nested

import (
	"net/http"

	"vet/helper"
)

// Price makes 3 times 3 calls.
func Price() error { // want Price:`^loop 3 \(loop 3 \(http\)\)$`
	var err error
	for i := 0; i < 3; i++ { // want `AMP002: .* 9 attempts together`
		if err = helper.Get("http://prices"); err == nil {
			return nil
		}
	}
	return err
}

// Passed is 4 round 3: the count is a parameter of the helper.
func Passed() error { // want Passed:`^loop 4 \(loop 3 \(http\)\)$` `AMP002: .* 12 attempts together`
	return helper.Do(4, func() error {
		return helper.Get("http://passed")
	})
}

// Fetched is 5 round 2 behind an interface.
func Fetched(g helper.Getter) error { // want Fetched:`^loop 5 \(loop 2 \(http\)\)$`
	var err error
	for i := 0; i < 5; i++ { // want `AMP002: .* 10 attempts together`
		if err = g.Fetch("http://fetched"); err == nil {
			return nil
		}
	}
	return err
}

// Both nests in one function.
func Both() error { // want Both:`^loop 2 \(loop 3 \(http\)\)$`
	var err error
	for i := 0; i < 2; i++ { // want `AMP002: .* 6 attempts together`
		for j := 0; j < 3; j++ {
			if _, err = http.Get("http://both"); err == nil {
				return nil
			}
		}
	}
	return err
}

// Client is 3 round 2: the transport is that of the client.
func Client() error { // want Client:`^loop 3 \(loop 2 \(http\)\)$`
	c := helper.NewClient(&http.Client{Transport: helper.Patient(http.DefaultTransport, 2)})
	var err error
	for i := 0; i < 3; i++ { // want `AMP002: .* 6 attempts together`
		if err = c.Get(); err == nil {
			return nil
		}
	}
	return err
}

// Replaced is 3 round 2: the client is set after the other was made.
func Replaced() error { // want Replaced:`^loop 3 \(loop 2 \(http\)\)$`
	c := helper.NewClient(http.DefaultClient)
	c.HTTP = helper.HTTP
	var err error
	for i := 0; i < 3; i++ { // want `AMP002: .* 6 attempts together`
		if err = c.Get(); err == nil {
			return nil
		}
	}
	return err
}

// Bad asks again what was answered with a bad request.
func Bad() error { // want Bad:`^loop 3 \(http\)$`
	for i := 0; i < 3; i++ { // want `AMP008: .* tries again after http:400`
		res, err := http.Get("http://prices")
		if err != nil {
			return err
		}
		res.Body.Close()
		if res.StatusCode != http.StatusBadRequest {
			return nil
		}
	}
	return nil
}

// Down asks again what may come up.
func Down() error { // want Down:`^loop 3 \(http\)$`
	for i := 0; i < 3; i++ {
		res, err := http.Get("http://prices")
		if err != nil {
			return err
		}
		res.Body.Close()
		if res.StatusCode != http.StatusServiceUnavailable {
			return nil
		}
	}
	return nil
}
