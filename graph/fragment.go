package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// FragmentSchema is the version of the fragments this package writes. Older
// ones are read; a newer one is an error that names the version.
const FragmentSchema = 1

// Fragment is what one producer saw: plain data, all of it with positions. A
// fragment can be written, compared, tested alone and read back.
type Fragment struct {
	Schema int `json:"schema"`
	// Origin names the repository or team of a fragment that is linked in; ""
	// is the analysed tree.
	Origin string `json:"origin,omitempty"`
	// Declared marks the fragment of the calls that a policy declares.
	Declared    bool           `json:"declared,omitempty"`
	Handlers    []Handler      `json:"handlers,omitempty"`
	Layers      []Layer        `json:"layers,omitempty"`
	FanOuts     []FanOut       `json:"fan_outs,omitempty"`
	Mains       []Main         `json:"mains,omitempty"`
	Namespaces  []Namespace    `json:"namespaces,omitempty"`
	Workloads   []Workload     `json:"workloads,omitempty"`
	Values      []Value        `json:"values,omitempty"`
	Bindings    []Binding      `json:"bindings,omitempty"`
	Attachments []Attachment   `json:"attachments,omitempty"`
	Evidence    []MeshEvidence `json:"evidence,omitempty"`
	Meshes      []Mesh         `json:"meshes,omitempty"`
	// Dependencies are what brings defaults with it, with its version.
	Dependencies []Dependency `json:"dependencies,omitempty"`
	// Services is what the policy of the tree says of its services.
	Services []ServiceFacts `json:"services,omitempty"`
	Scopes   []MeshScope    `json:"scopes,omitempty"`
	// Methods are what descriptions of services say of their methods.
	Methods []MethodFacts `json:"methods,omitempty"`
	// Findings are those only the producer can see: configuration that cannot
	// take effect (AMP302).
	Findings []Finding `json:"findings,omitempty"`
	// Ignores are suppressions written beside what they suppress.
	Ignores  []Ignore  `json:"ignores,omitempty"`
	Problems []Problem `json:"problems,omitempty"`
	// Sites are listed only, never linked: what a program makes of them stands in
	// its handlers.
	Sites []Site `json:"-"`
}

// Encode writes the fragment as one line of JSON.
func (f *Fragment) Encode(w io.Writer) error {
	c := *f
	c.Schema = FragmentSchema
	if err := json.NewEncoder(w).Encode(&c); err != nil {
		return fmt.Errorf("writing fragment: %w", err)
	}
	return nil
}

// DecodeFragment reads what Encode writes and checks that it is what Link can
// take.
func DecodeFragment(r io.Reader) (*Fragment, error) {
	f, err := nextFragment(json.NewDecoder(r))
	if err != nil {
		return nil, fmt.Errorf("reading fragment: %w", err)
	}
	return f, nil
}

// DecodeFragments reads the fragments of one file, one behind the other, as those
// of the origin: all that they say has it in its position. A file without any is
// an error.
func DecodeFragments(r io.Reader, origin string) ([]*Fragment, error) {
	dec := json.NewDecoder(r)
	var all []*Fragment
	for {
		f, err := nextFragment(dec)
		if errors.Is(err, io.EOF) && len(all) > 0 {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading fragment %d: %w", len(all)+1, err)
		}
		f.setOrigin(origin)
		all = append(all, f)
	}
}

// nextFragment reads one fragment. What this version does not know is refused: a
// fact that is passed over would make a figure too small.
func nextFragment(dec *json.Decoder) (*Fragment, error) {
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return nil, err
	}
	var version struct{ Schema int }
	if err := json.Unmarshal(raw, &version); err != nil {
		return nil, err
	}
	if version.Schema < 1 || version.Schema > FragmentSchema {
		return nil, fmt.Errorf("schema %d is not known, this version reads 1 to %d", version.Schema, FragmentSchema)
	}
	f := &Fragment{}
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(f); err != nil {
		return nil, err
	}
	return f, f.validate()
}

// walk calls f for the step and every step below it, callers first.
func (s *Step) walk(f func(*Step)) {
	f(s)
	for i := range s.children() {
		s.children()[i].walk(f)
	}
	if s.Repeat != nil {
		s.Repeat.Step.walk(f)
	}
	if s.Retried != nil {
		s.Retried.First.walk(f)
		s.Retried.Again.walk(f)
	}
}

func (s *Step) children() []Step {
	switch {
	case s.Seq != nil:
		return s.Seq.Steps
	case s.Par != nil:
		return s.Par.Steps
	case s.Alt != nil:
		return s.Alt.Steps
	}
	return nil
}
