// Loops over servers, of which the first good one is enough, and over items.
package cases

import (
	"context"
	"errors"
	"net/http"
	"time"
)

type request struct{ name, token string }

type answer struct {
	items []string
	token string
	ready bool
}

// stub is the client of a service, as generated code has it.
type stub interface {
	Get(ctx context.Context, in *request) (*answer, error)
	Put(ctx context.Context, in *request) (*answer, error)
}

var errGaveUp = errors.New("gave up")

func firstGood(ctx context.Context, servers []stub, in *request) (out *answer, err error) {
	for _, s := range servers { // want: failover ?
		if out, err = s.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func addresses(addrs []string) (res *http.Response, err error) {
	for i := 0; i < len(addrs); i++ { // want: failover ?
		res, err = http.Get(addrs[i])
		if err != nil {
			continue
		}
		return res, nil
	}
	return nil, err
}

func twoServers(in string) (res *http.Response, err error) {
	for _, host := range []string{"http://a", "http://b"} { // want: failover 2
		if res, err = http.Get(host + in); err == nil {
			break
		}
	}
	return res, err
}

// unwanted takes the next server for an answer that is no good, too: when nothing
// fails the first is enough.
func unwanted(in string) (*http.Response, error) {
	for _, host := range []string{"http://a", "http://b", "http://c"} { // want: failover 3
		res, err := http.Get(host + in)
		if err != nil {
			continue
		}
		if res.StatusCode != http.StatusOK {
			continue
		}
		return res, nil
	}
	return nil, errGaveUp
}

// roundAndRound goes over the servers again and again.
func roundAndRound(ctx context.Context, servers []stub, in *request) (out *answer, err error) {
	for attempt := 0; attempt < 3; attempt++ { // want: retry-loop 3
		for _, s := range servers { // want: failover ?
			if out, err = s.Get(ctx, in); err == nil {
				return out, nil
			}
		}
	}
	return nil, err
}

// nextServer takes another one each time.
func nextServer(ctx context.Context, servers []stub, in *request) (out *answer, err error) {
	for attempt := 0; attempt < 5; attempt++ { // want: failover 5
		if out, err = servers[attempt%len(servers)].Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

// sameServer reads the element of the items only.
func sameServer(ctx context.Context, servers []stub, in []*request) error {
	for _, r := range in { // want: fan-out ?
		if _, err := servers[0].Get(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func collected(ctx context.Context, c stub, in []*request) (errs []error) {
	for _, r := range in { // want: fan-out ?
		if _, err := c.Get(ctx, r); err != nil {
			errs = append(errs, err)
			continue
		}
	}
	return errs
}

func allServers(ctx context.Context, servers map[string]stub, in *request) error {
	for name, s := range servers { // want: fan-out ?
		if _, err := s.Get(ctx, in); err != nil {
			return errors.Join(errGaveUp, errors.New(name))
		}
	}
	return nil
}

// delays ranges over the pauses: the element does not reach the call.
func delays(ctx context.Context, c stub, in *request, waits []int) (out *answer, err error) {
	for range waits { // want: retry-loop ?
		if out, err = c.Get(ctx, in); err == nil {
			return out, nil
		}
	}
	return nil, err
}

// party hands out those that were not found dead.
type party struct{ alive []*member }

type member struct{ c stub }

func (p *party) next() *member {
	if len(p.alive) == 0 {
		return nil
	}
	return p.alive[0]
}

func (p *party) drop(m *member) { p.alive = p.alive[1:] }

// anyAlive asks those that are handed out, until there are no more.
func (p *party) anyAlive(ctx context.Context, in *request) (*answer, error) {
	for m := p.next(); m != nil; m = p.next() { // want: failover ?
		out, err := m.c.Get(ctx, in)
		if err == nil {
			return out, nil
		}
		p.drop(m)
	}
	return nil, errNone
}

// first asks the same one again.
func (p *party) first(ctx context.Context, in *request) (*answer, error) {
	m := p.next()
	for { // want: retry-loop unbounded
		out, err := m.c.Get(ctx, in)
		if err == nil {
			return out, nil
		}
		time.Sleep(time.Second)
	}
}

var errNone = errors.New("nobody left")
