package measure

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/leaf"
)

// layered is the structure that is advised: the bottom tries again what never reached
// the database, the client what the shop answers, and the services between them pass
// a failure on.
var layered = []Edit{
	{"cmd/gateway/main.go", "client.RetryMax = 2", "client.RetryMax = 0"},
	{"cmd/order/price.go", "retry.Attempts(3)", "retry.Attempts(1)"},
	{"cmd/inventory/price.go", "		return cents, err\n", "		if err != nil && !errors.Is(err, syscall.ECONNREFUSED) {\n			err = backoff.Permanent(err)\n		}\n		return cents, err\n"},
	{"cmd/inventory/price.go", "	\"context\"\n	\"time\"\n", "	\"context\"\n	\"errors\"\n	\"syscall\"\n	\"time\"\n"},
	// Without it the client connects twice at each try, with and without TLS.
	{"deploy/base/inventory.yaml", "database:5432/shop", "database:5432/shop?sslmode=disable"},
}

// Layers is what one request of the client costs a database in that structure.
type Layers struct {
	Queries     int `json:"queries"`     // when every query fails
	Connections int `json:"connections"` // when nobody listens: those that are refused
}

// LayeredCopy copies the shop in src to dst, which must not exist or be empty, gives it
// the structure that is advised, and measures it with a client of that many attempts; or
// it only makes the copy. It must be alone in its network, where refused connections are
// counted.
func LayeredCopy(ctx context.Context, dst, src string, attempts int, only bool) (l Layers, err error) {
	if err := Copy(dst, src, layered...); err != nil || only {
		return l, err
	}
	s, err := Build(ctx, dst)
	if err != nil {
		return l, err
	}
	defer s.Remove()
	if l.Queries, err = s.Count(ctx, leaf.Failing, attempts); err != nil {
		return l, err
	}
	before, err := refused()
	if err != nil {
		return l, err
	}
	queries, err := s.Count(ctx, leaf.Gone, attempts)
	if err != nil {
		return l, err
	}
	if queries > 0 {
		return l, fmt.Errorf("%d queries reached a database that is not there", queries)
	}
	after, err := refused()
	l.Connections = after - before
	return l, err
}

// refused are the connections of this network that could not be opened since the
// system began.
func refused() (int, error) {
	data, err := os.ReadFile("/proc/net/snmp")
	if err != nil {
		return 0, err
	}
	var names []string
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if fields[0] != "Tcp:" {
			continue
		}
		if names == nil {
			names = fields
			continue
		}
		for i, name := range names {
			if name == "AttemptFails" {
				return strconv.Atoi(fields[i])
			}
		}
	}
	return 0, fmt.Errorf("/proc/net/snmp does not count failed connections")
}
