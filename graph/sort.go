package graph

import (
	"cmp"
	"maps"
	"slices"
)

func sorted[T cmp.Ordered](s []T) []T {
	slices.Sort(s)
	return s
}

func sortBy[T any](s []T, compare func(a, b T) int) { slices.SortStableFunc(s, compare) }

// keys returns the keys of m in order.
func keys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func compact[T comparable](s []T) []T { return slices.Compact(s) }

func contains[T comparable](s []T, x T) bool { return slices.Contains(s, x) }
