package documents

import (
	"slices"
	"strings"
)

// GRPCConfig are service configs of gRPC.
var GRPCConfig = Format{
	Name: "grpc-config", Mutants: 300,
	Skip: map[string]bool{
		"absent/other.json": true, // nothing about calls
		// in other objects
		"holders/in.yaml":   true,
		"unmatched/in.yaml": true,
		"malformed/in.yaml": true,
	},
	Groups: [][]Field{
		{{"maxAttempts", []string{"0", "1", "2", "5", "6", "25", "-1", `"3"`, "1.5", "null", "[]", "1e1"}},
			{"initialBackoff", grpcDurations}, {"maxBackoff", grpcDurations}, {"backoffMultiplier", []string{"0", "1", "1.5", "-1", `"2"`, "null"}},
			{"retryableStatusCodes", []string{`["UNAVAILABLE"]`, "[14]", "[]", "null", `["unavailable"]`, "[17]", `["DEADLINE_EXCEEDED", "ABORTED"]`, `["CANCELLED"]`, `["CANCELED"]`, "[0]", "[null]", `"UNAVAILABLE"`, "[1.5]", "[-1]"}}},
		{{"timeout", grpcDurations}, {"waitForReady", []string{"true", "false", "null", `"true"`, "1"}}, {"maxRequestMessageBytes", []string{"100", `"100"`, "1.5"}},
			{"name", []string{"[]", "null", "[{}]", `[{"service": ""}]`, `[{"service": "shop.Other"}]`, `"shop.Stock"`, "[null]", "[7]"}}},
		{{"service", []string{`"shop.Stock"`, `"shop.Prices"`, `""`, "null", "7", `"a/b"`}}, {"method", []string{`"Get"`, `"Put"`, `""`, "null", "7"}}},
		{{"maxTokens", grpcTokens}, {"tokenRatio", grpcTokens}},
		{{"hedgingDelay", grpcDurations}},
	},
}

var (
	grpcDurations = []string{`"0s"`, `"0.25s"`, `"2s"`, `"5"`, `"250ms"`, `"-1s"`, `"+1s"`, `".5s"`, `"3.s"`, `"1.0000000001s"`, `"1h"`, `"s"`, `""`, `"99999999999s"`, "1", "null", `"soon"`}
	grpcTokens    = []string{"0", "1", "10", "1000", "1001", "0.5", "-1", `"3"`, "null"}
)

// Methods are the methods to ask about where a config has these names, as
// /service/method, /service/ for all of a service, or none.
func Methods(names []string) []string {
	list := []string{"other.Service/Any"}
	for _, name := range names {
		name = strings.TrimPrefix(name, "/")
		if strings.HasSuffix(name, "/") {
			name += "Any"
		}
		if name != "" {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
