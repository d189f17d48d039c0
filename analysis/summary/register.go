package summary

import (
	"reflect"
	"strconv"

	"github.com/ampcheck/ampcheck/graph"
)

// A helper is one loop in the source and as many layers as it is given numbers: a
// layer or fan-out that differs from the one that has its ID gets an ID of its
// own.

// register writes a layer down, once, and returns its ID.
func (w *Walker) register(ly graph.Layer) string {
	id := ly.ID
	for n := 2; ; n++ {
		have, taken := w.layers[ly.ID]
		switch {
		case !taken:
			w.layers[ly.ID] = ly
			w.out.Layers = append(w.out.Layers, ly)
			return ly.ID
		case reflect.DeepEqual(have, ly):
			return ly.ID
		}
		ly.ID = variant(id, n)
	}
}

// registerFan does so with a fan-out.
func (w *Walker) registerFan(fo graph.FanOut) string {
	id := fo.ID
	for n := 2; ; n++ {
		have, taken := w.fans[fo.ID]
		switch {
		case !taken:
			w.fans[fo.ID] = fo
			w.out.FanOuts = append(w.out.FanOuts, fo)
			return fo.ID
		case reflect.DeepEqual(have, fo):
			return fo.ID
		}
		fo.ID = variant(id, n)
	}
}

func variant(id string, n int) string { return id + "~" + strconv.Itoa(n) }
