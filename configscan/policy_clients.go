package configscan

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// clients reads the in-house client libraries: rows with the fields of the built-in
// table, as ampcheck catalog NAME --format json prints them.
func (r *reader) clients(v Value) []graph.Library {
	var list []graph.Library
	for _, item := range r.items(v, "clients") {
		var l graph.Library
		before := len(r.problems)
		r.decode(item, "a client", reflect.ValueOf(&l).Elem())
		if len(r.problems) > before {
			continue
		}
		if l.Name == "" || len(l.Calls) == 0 {
			r.errorf(item, "a client needs a name, and calls: the functions of it that matter")
			continue
		}
		for i, c := range l.Calls {
			if c.Func == "" || c.Effect == "" {
				r.errorf(item.Get("calls").Items()[i], "a call of a client needs func, its full name, and effect")
			}
		}
		list = append(list, l)
	}
	return list
}

// vocabularies are the words that texts of these types may be.
var vocabularies = map[reflect.Type][]string{
	reflect.TypeFor[graph.Effect](): words(graph.EffectRemote, graph.EffectRuns, graph.EffectParallel, graph.EffectWaits, graph.EffectConstructs,
		graph.EffectServes, graph.EffectDaemon, graph.EffectAsks, graph.EffectCounts, graph.EffectNone),
	reflect.TypeFor[graph.Protocol](): protocols,
	reflect.TypeFor[graph.LayerKind](): words(graph.KindLoop, graph.KindLibrary, graph.KindClientDefault, graph.KindInterceptor, graph.KindTransaction,
		graph.KindFailover, graph.KindHedge, graph.KindRedelivery),
	reflect.TypeFor[graph.BackoffKind](): words(graph.BackoffNone, graph.BackoffConstant, graph.BackoffTicker, graph.BackoffExponential, graph.BackoffFibonacci, graph.BackoffListed),
	reflect.TypeFor[graph.BudgetKind](): words(graph.BudgetSuccessFunded, graph.BudgetRequestRatio, graph.BudgetRequestFloor, graph.BudgetSuccessFloor,
		graph.BudgetActiveRatio, graph.BudgetConcurrent, graph.BudgetThrottle, graph.BudgetTokens),
	reflect.TypeFor[graph.Answer](): words(graph.Yes, graph.No),
	reflect.TypeFor[graph.KnobKind](): words(graph.KnobOption, graph.KnobField, graph.KnobSetter, graph.KnobWrapper, graph.KnobType, graph.KnobVariable,
		graph.KnobParam, graph.KnobEnv, graph.KnobDSN, graph.KnobDeadline),
	reflect.TypeFor[graph.Role](): words(graph.RoleAttempts, graph.RoleRetries, graph.RolePerTry, graph.RoleOverall, graph.RoleElapsed, graph.RolePausing, graph.RoleLastTry, graph.RoleBase,
		graph.RoleMax, graph.RoleBackoff, graph.RoleFactor, graph.RoleJitter, graph.RoleCap, graph.RoleLayer, graph.RoleClasses, graph.RoleContext,
		graph.RolePolicy, graph.RoleServiceConfig, graph.RoleCarries, graph.RoleServes, graph.RoleAnswers, graph.RoleTerminal, graph.RoleMarks,
		graph.RoleAddress, graph.RoleWidth, graph.RoleFanOut, graph.RoleAdded),
}

func words[T ~string](ts ...T) []string {
	var out []string
	for _, t := range ts {
		out = append(out, string(t))
	}
	return out
}

// decode reads a value into one of a type of package graph, by the names that its
// fields have in JSON.
func (r *reader) decode(v Value, what string, into reflect.Value) {
	if text, ok := into.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if err := text.UnmarshalText([]byte(r.classWords(v, what))); err != nil {
			r.errorf(v, "%s: %v", what, err)
		}
		return
	}
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		r.decode(v, what, into.Elem())
	case reflect.Struct:
		r.decodeFields(v, what, into)
	case reflect.Slice:
		for _, item := range r.items(v, what) {
			e := reflect.New(into.Type().Elem()).Elem()
			r.decode(item, "an item of "+what, e)
			into.Set(reflect.Append(into, e))
		}
	case reflect.Map:
		into.Set(reflect.MakeMap(into.Type()))
		for _, f := range r.fields(v, what) {
			into.SetMapIndex(reflect.ValueOf(f.Key), reflect.ValueOf(r.text(f.Value, what)))
		}
	case reflect.Bool:
		into.SetBool(r.boolean(v, what))
	case reflect.Int:
		into.SetInt(int64(r.from(0, v, what)))
	case reflect.Float64:
		n, ok := v.Float()
		if !ok || n < 0 {
			r.errorf(v, "%s must be a number of 0 or more, not %s", what, describe(v))
		}
		into.SetFloat(n)
	case reflect.String:
		s, _ := v.Str()
		if vocabulary := vocabularies[into.Type()]; vocabulary != nil && s != "" {
			s = r.word(v, what, vocabulary)
		}
		into.SetString(s)
	default:
		r.errorf(v, "%s is not supported yet", what)
	}
}

// decodeFields reads a mapping into a struct.
func (r *reader) decodeFields(v Value, what string, into reflect.Value) {
	fields := map[string]int{}
	var names []string
	for i := range into.NumField() {
		name, _, _ := strings.Cut(into.Type().Field(i).Tag.Get("json"), ",")
		if name != "" && name != "-" {
			fields[name] = i
			names = append(names, name)
		}
	}
	for _, f := range r.fields(v, what) {
		i, ok := fields[f.Key]
		if !ok {
			r.errorf(f.KeyValue, "unknown key %q in %s%s", f.Key, what, suggest(f.Key, names))
			continue
		}
		r.decode(f.Value, f.Key, into.Field(i))
	}
}

// classWords are the words of a set of classes: a list, or one text with commas.
func (r *reader) classWords(v Value, what string) string {
	if v.Kind() == List {
		return strings.Join(r.texts(v, what), ",")
	}
	s, ok := v.Str()
	if !ok {
		r.errorf(v, "%s must be a list of classes, not %s", what, describe(v))
	}
	return strings.ReplaceAll(fmt.Sprint(s), " ", "")
}
