// Package loops holds loops round one call, with what each does.
package loops

import (
	"errors"
	"time"
)

func call() error             { return nil }
func callValue() (int, error) { return 0, nil }
func callOK() bool            { return false }

func retryable(error) bool { return true }

var errBusy = errors.New("busy")

const attempts = 4

// want: retry 3
func counted() error {
	var err error
	for i := 0; i < 3; i++ {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

// want: retry 4
func countedInclusive() error {
	var err error
	for i := 1; i <= attempts; i++ {
		err = call()
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// want: retry 5
func countDown() (err error) {
	for left := 5; left > 0; left-- {
		if err = call(); err == nil {
			return
		}
	}
	return
}

// want: retry 4
func checkedAfter() error {
	for i := 0; ; i++ {
		err := call()
		if err == nil {
			return nil
		}
		if i >= 3 {
			return err
		}
	}
}

// want: retry 3
func checkedBeforeSleep() error {
	tries := 0
	for {
		err := call()
		if err == nil {
			return nil
		}
		tries++
		if tries == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// want: retry 3
func rangeInt() (n int, err error) {
	for range 3 {
		if n, err = callValue(); err == nil {
			break
		}
	}
	return n, err
}

// want: retry n
func parameter(n int) error {
	var err error
	for i := 0; i < n; i++ {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

// want: retry n+1
func parameterPlusOne(retries int) error {
	var err error
	for i := 0; i <= retries; i++ {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

type client struct{ max int }

// want: retry n
func field(c *client) error {
	var err error
	for i := 0; i < c.max; i++ {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

// want: retry endless
func forever() {
	for {
		if err := call(); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// want: retry endless
func whileFailing() {
	for err := call1(); err != nil; err = call() {
		time.Sleep(time.Second)
	}
}

func call1() error { return nil }

// want: retry 3
func guarded() error {
	err := errBusy
	for i := 0; err != nil && i < 3; i++ {
		err = call()
	}
	return err
}

// want: retry 3
func flagged() error {
	done := false
	var err error
	for i := 0; i < 3 && !done; i++ {
		err = call()
		done = err == nil
	}
	return err
}

// want: retry 3
func continues() error {
	var err error
	for i := 0; i < 3; i++ {
		err = call()
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return err
}

// want: retry 3
func predicate() error {
	var err error
	for i := 0; i < 3; i++ {
		err = call()
		if err == nil || !retryable(err) {
			return err
		}
	}
	return err
}

// want: retry 3
func boolean() bool {
	for i := 0; i < 3; i++ {
		if callOK() {
			return true
		}
	}
	return false
}

// want: retry 3
func status() int {
	n := 0
	for i := 0; i < 3; i++ {
		var err error
		n, err = callValue()
		if err == nil && n < 500 {
			break
		}
	}
	return n
}

// want: retry 3
func stepsByTwo() (err error) {
	for i := 0; i < 6; i += 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

// want: retry 3
func jumps() error {
	i := 0
again:
	err := call()
	if err != nil {
		i++
		if i < 3 {
			goto again
		}
	}
	return err
}
