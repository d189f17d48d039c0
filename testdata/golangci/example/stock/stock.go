// Package stock asks another service, and tries again.
package stock

import "net/http"

// Get asks for the stock, up to three times.
func Get(item string) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		resp, err = http.Get("http://stock/" + item)
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}
