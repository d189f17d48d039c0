package graph

import "testing"

// A policy names a fan-out by its function, as reports do, in any program.
func TestFanOutSite(t *testing.T) {
	p := &Policy{FanOutSites: map[string]int{
		"order.(*Service).Price":        8,
		"order.(*Service).Price#2":      3,
		"main:shop/stock:main.check#1":  5,
		"main:shop/stock:main.checkAll": 6,
	}}
	for id, want := range map[string]int{
		"main:shop/order:order.(*Service).Price#1":      8,
		"main:shop/order:order.(*Service).Price#2":      3,
		"order.(*Service).Price#2@12:3.0":               3,
		"main:shop/stock:main.check#1":                  5,
		"main:shop/stock:main.checkAll#4@12:3.0":        6,
		"main:shop/price:main.check#1":                  0,
		"main:shop/order:order.(*Service).PriceOfAll#1": 0,
		"main:shop/order":                               0,
	} {
		if got, ok := p.fanOutSite(id); got != want || ok != (want > 0) {
			t.Errorf("%s: got %d, %v, want %d", id, got, ok, want)
		}
	}
}
