package documents

import "regexp"

var (
	settingForm = regexp.MustCompile(`^([a-z+]+://[^$]+|[^$:]+:[0-9]+|[0-9]+)$`)
	userForm    = regexp.MustCompile(`://[^/@]*@`)
)

// IsSetting tells an address and a number, which are compared, from other texts.
func IsSetting(text string) bool { return settingForm.MatchString(text) }

// WithoutUser is an address without the user in it, which is not shown.
func WithoutUser(text string) string { return userForm.ReplaceAllString(text, "://") }

// Compose are projects of compose.
var Compose = Format{
	Name: "compose", Whole: true, Mutants: 300,
	Skip: map[string]bool{
		"foreign":         true, // none of compose
		"shop":            true, // variables that only a shell sets
		"extends-missing": true, // compose refuses them
		"refused":         true,
		"env-file":        true, // files that are not there, which compose refuses
	},
	Groups: [][]Field{
		{{"scale", append(counts, "${SCALE:-5}", "${SCALE:-many}")}},
		{{"replicas", counts}},
		{{"CART_URL", addresses}, {"STOCK_ADDR", addresses}, {"ORDERS_URL", addresses}, {"REDIS", addresses}, {"REPLICAS", counts}},
		{{"ports", []string{`["80"]`, `["8080:80"]`, `["127.0.0.1:9000-9001:9000-9001"]`, "[8080]", `["${PORT:-81}:82/udp"]`, `["x"]`, `[{target: 83}]`}}},
		{{"extends", []string{"stock", "web", "none", "{service: stock}", "{file: base/common.yaml, service: root}", "[web]", "null"}}},
		{{"env_file", []string{"base/app.env", "[]", "none.env", "null", "{path: none.env, required: false}"}}},
		{{"service", []string{"app", "root", "none"}}, {"file", []string{"base/common.yaml", "none.yaml"}}},
	},
}

var addresses = []string{`"http://cart:1"`, `"${CART:-http://cart:2}"`, `"${CART-stock}:3"`, `"$$CART:4"`, `"${A:-${B:-stock}}:6"`, "${", "null", "7", "[a]"}
