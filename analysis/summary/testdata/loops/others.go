package loops

import "time"

// want: fan-out n fail-fast
func items(xs []string) error {
	for _, x := range xs {
		if err := callWith(x); err != nil {
			return err
		}
	}
	return nil
}

func callWith(string) error { return nil }

// want: fan-out n
func itemsLogged(xs []string) {
	for _, x := range xs {
		if err := callWith(x); err != nil {
			println(err)
		}
	}
}

// want: fan-out n
func itemsUnchecked(xs []string) {
	for _, x := range xs {
		_ = callWith(x)
	}
}

// want: fan-out 8
func constant() {
	for i := 0; i < 8; i++ {
		_ = callWith("x")
	}
}

// want: fan-out n fail-fast
func byKey(m map[string]int) error {
	for k := range m {
		if err := callWith(k); err != nil {
			return err
		}
	}
	return nil
}

// want: fan-out n fail-fast
func behindAnother(xs []string) error {
	for _, x := range xs {
		if err := refresh(); err != nil {
			return err
		}
		if err := callWith(x); err != nil {
			return err
		}
	}
	return nil
}

// want: pages
func pages() error {
	for {
		next, err := callValue()
		if err != nil {
			return err
		}
		if next == 0 {
			return nil
		}
	}
}

// want: pages
func poll() error {
	for {
		state, err := callValue()
		if err != nil {
			return err
		}
		if state == 1 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// want: once
func noLoop() error { return call() }

// want: once
func leavesAnyhow() error {
	for {
		return call()
	}
}

func call() error             { return nil }
func callValue() (int, error) { return 0, nil }
func refresh() error          { return nil }
