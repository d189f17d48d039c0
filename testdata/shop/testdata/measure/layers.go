package measure

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/shop/testdata/leaf"
)

// layered are the changes for the structure that is advised: the bottom tries again what
// never reached the database, the client what the shop answers, and the services between
// them pass a failure on. The client sends the price of an order for again and again
// without an effect, and says so by the method.
var layered = []Edit{
	{"cmd/gateway/main.go", "client.RetryMax = 2", "client.RetryMax = 0"},
	{"cmd/order/price.go", "retry.Attempts(3)", "retry.Attempts(1)"},
	{"cmd/inventory/price.go", "		return cents, err\n", "		var connect *pgconn.ConnectError\n		if err != nil && !errors.As(err, &connect) {\n			err = backoff.Permanent(err)\n		}\n		return cents, err\n"},
	{"cmd/inventory/price.go", "	\"context\"\n", "	\"context\"\n	\"errors\"\n"},
	{"cmd/inventory/price.go", "	\"github.com/jackc/pgx/v5/pgxpool\"\n", "	\"github.com/jackc/pgx/v5/pgconn\"\n	\"github.com/jackc/pgx/v5/pgxpool\"\n"},
	{"deploy/base/inventory.yaml", "database:5432/shop", "database:5432/shop?sslmode=disable"},
}
