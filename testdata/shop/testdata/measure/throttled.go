package measure

import "context"

// throttled is the shop in which only the client of gRPC in order tries again, and
// its client, and holds back when its bucket is half empty.
var throttled = []Edit{
	{"cmd/gateway/main.go", "client.RetryMax = 2", "client.RetryMax = 0"},
	{"cmd/order/price.go", "retry.Attempts(3)", "retry.Attempts(1)"},
	{"cmd/inventory/price.go", "backoff.WithMaxTries(3)", "backoff.WithMaxTries(1)"},
	{"cmd/order/main.go", "grpc.WithTransportCredentials(insecure.NewCredentials()))", `grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(` + "`" + `{"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}, "methodConfig": [{
			"name": [{"service": "shop.inventory.v1.Inventory"}],
			"retryPolicy": {
				"maxAttempts": 3,
				"initialBackoff": "0.005s",
				"maxBackoff": "0.05s",
				"backoffMultiplier": 2,
				"retryableStatusCodes": ["UNAVAILABLE"]
			}
		}]}` + "`" + `))`},
}

// ThrottledCopy copies the shop in src to dst, which must not exist or be empty, with
// that bucket, and counts the queries when all of them fail, for one request of a
// client of that many attempts; or it only makes the copy.
func ThrottledCopy(ctx context.Context, dst, src string, attempts int, only bool) (queries int, err error) {
	if err := Copy(dst, src, throttled...); err != nil || only {
		return 0, err
	}
	return Count(ctx, dst, attempts)
}
