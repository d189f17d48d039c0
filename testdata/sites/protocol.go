// A client that speaks the protocol of its server itself, over a connection.
package cases

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"time"
)

type wire struct {
	conn net.Conn
	in   *bufio.Reader
	out  *bufio.Writer
}

func (w *wire) send(op byte) error {
	if err := w.out.WriteByte(op); err != nil {
		return err
	}
	return w.out.Flush()
}

func (w *wire) take() (n int32, err error) {
	raw, err := w.in.Peek(4)
	if err != nil {
		return 0, err
	}
	return int32(binary.BigEndian.Uint32(raw)), nil
}

// do is a request: what is written first and read then.
func (w *wire) do(write func() error, read func(int32) error) error {
	if err := write(); err != nil {
		return err
	}
	n, err := w.take()
	if err != nil {
		return err
	}
	return read(n)
}

var errBusy = errors.New("busy")

func (w *wire) commit() error {
	return w.do(func() error { return w.send(7) }, func(n int32) error {
		if n < 0 {
			return errBusy
		}
		return nil
	})
}

func (w *wire) commitAgain() (err error) {
	for i := 0; i < 3; i++ { // want: retry-loop 3
		if i > 0 {
			time.Sleep(time.Second)
		}
		if err = w.commit(); err == nil {
			return nil
		}
	}
	return err
}

func (w *wire) commitUntil() error {
	for { // want: retry-loop unbounded
		err := w.commit()
		if errors.Is(err, errBusy) {
			continue
		}
		return err
	}
}

// read takes what comes: nothing is asked for.
func (w *wire) read(out chan<- int32) error {
	for {
		n, err := w.take()
		if errors.Is(err, io.ErrNoProgress) {
			continue
		}
		if err != nil {
			return err
		}
		out <- n
	}
}

// skip reads what is not for this one.
func (w *wire) skip(id int32) (int32, error) {
	for {
		n, err := w.take()
		if err != nil || n == id {
			return n, err
		}
	}
}

// beat keeps the connection alive.
func (w *wire) beat(stop <-chan struct{}) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			if err := w.commit(); err != nil {
				return
			}
		case <-stop:
			return
		}
	}
}
