package analysis_test

import (
	"strings"
	"testing"
)

// patterns are the ways in which services name their peers, build their clients and
// hide their calls, each with the case that shows it and a line of what must come out
// there. The cases hold what looks alike and is none beside them.
var patterns = []struct{ pattern, in, want string }{
	// Where an address comes from.
	{"the environment", "addresses", `"$ENV_ADDR" "GET /v1/x"`},
	{"the environment, through a helper that fills a pointer", "addresses", `"http://$REQUIRED_ADDR"`},
	{"the environment, the first of several keys", "peers", "first($MAIL_ADDR, $SMTP_ADDR, mail:80)"},
	{"the environment, read in init", "addresses", `"$PACKAGE_ADDR"`},
	{"a flag and its default", "addresses", "$flag:target=http://flag-default:80"},
	{"a flag below a prefix that is made at run time", "peers", "$flag:stock.address=stock:80"},
	{"a flag whose default is the environment", "peers", "$flag:price=$PRICE_ADDR"},
	{"a flag whose default stands in a file", "peers", "$flag:cart=$file-key:config.json#CartAddress"},
	{"a file that is read into a map or a struct", "keys", "$file-key:settings.json#stock.addr"},
	{"a struct filled from the environment, with defaults in tags", "keys", "$SHOP_PRICE_ADDR=price:80"},
	{"viper: a key with a file, the environment and a default", "settings", "$SHOP_CART_ADDR=$file-key:./config/shop.*#cart.addr=cart:80"},
	{"viper and mapstructure", "settings", "$SHOP_PRICE_ADDR=$file-key:./config/shop.*#price_addr"},
	{"viper: a key bound to a flag", "settings", "$flag:user-addr=$SHOP_USER_ADDR"},
	{"koanf", "settings", "$SHOP_STOCK_ADDR=$file-key:koanf.json#stock.addr=stock:80"},
	{"kong", "settings", "$flag:stock-addr=stock:80"},
	{"go-flags", "settings", "$flag:mail-addr=mail:25"},
	{"tags of ardanlabs/conf", "settings", "$flag:web-stock-host=$SHOP_WEB_STOCK_HOST=stock:80"},
	{"a name at consul", "peers", `"consul://$REGISTRY/srv-geo"`},
	{"a name at the registry of kratos", "kratos", `"discovery:///shop.user.service"`},
	{"inside the text that opens a database", "peers", "@tcp($DB_HOST:3306)"},
	{"read by a library itself", "transactions", "$FIRESTORE_EMULATOR_HOST"},
	{"what another service answers", "peers", `"{endpoints[]}"`},
	{"a node that a ring picks", "rings", `"http://{r.nodes[]}"`},

	// How a client is built and reached.
	{"a stub over a connection of a helper", "hidden", `"cart:80" "shop.Shop/Get"`},
	{"a connection handed back through a pointer, a stub made for each call", "hidden", `"$STOCK_ADDR" "shop.Shop/Get"`},
	{"one variable for several connections", "hidden", `"mail:80" "shop.Shop/Get"`},
	{"a dial of a framework with a timeout of its own", "kratos", "within 2s default"},
	{"a client in a field, behind a method of its own", "addresses", `"$FIELD_ADDR" "GET /field"`},
	{"an interface with implementations and decorators", "hidden", `"http://price-http:80" "GET /price"`},
	{"a client of a store", "peers", `call sql "postgres://app:secret@users-db:5432"`},
	{"a request made without a context", "hidden", `"http://made" "GET /x"`},
	{"a chain of transports", "hidden", `"http://ads" "GET /ad" type`},
	{"a chain of handlers that is made of a list", "rings", `"http://auth" "GET /check"`},
	{"an interceptor that tries again", "grpc", "loop 3 on any"},
	{"a middleware of a framework that tries again", "kratos", "loop 2 on any"},
	{"a dialer that is a function", "hidden", `"price-grpc:90"`},

	// Where a call hides.
	{"a function that a library tries again", "libraries", "library 3 on connect"},
	{"a transaction that a library runs again", "transactions", "transaction 5 default on conflict"},
	{"a pool that runs functions", "workers", "fan-out n(jobs) {jobs} assumed continue width 3"},
	{"goroutines in a loop, a group", "fanout", "assumed cancel width 1048576"},
	{"functions that are sent to workers", "sends", `"http://price"`},
	{"jobs of a list that are sent to workers", "rings", `"http://price" "GET /prices"`},
	{"an argument of a literal", "hidden", `"http://ads"`},
	{"a handler that is handed back", "hidden", "/made http"},
	{"a channel that is the producer", "hidden", `call kafka "kafka:9092"`},
	{"a service of a sub-command or of a variable", "variants", "environment#private: /price http"},
	{"an address of a sub-command", "variants", "args#order: /order http"},
	{"a hundred ways of which one is taken", "manyways", `"http://a" "GET /switch"`},
	{"generated code that is called through wrappers", "generated", `"catalog:80" "shop.Catalog/Get"`},
}

// TestPatterns finds every pattern in its case.
func TestPatterns(t *testing.T) {
	wants := map[string]string{}
	for _, c := range readCases(t) {
		wants[c.name] = string(c.archive.Files[c.file(wantFile)].Data)
	}
	for _, p := range patterns {
		if want, ok := wants[p.in]; !ok || !strings.Contains(want, p.want) {
			t.Errorf("%s: case %s has no line with %s", p.pattern, p.in, p.want)
		}
	}
}
