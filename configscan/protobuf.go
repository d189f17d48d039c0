package configscan

import (
	"bytes"
	"path"

	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/ampcheck/ampcheck/graph"
)

// Descriptions of services in the language of protocol buffers repeat nothing. They
// say which methods can be called twice: idempotency_level of
// google.protobuf.MethodOptions, which is NO_SIDE_EFFECTS or IDEMPOTENT, and by
// default IDEMPOTENCY_UNKNOWN (protobuf: google/protobuf/descriptor.proto).
func init() {
	register(Scanner{
		Name: "protobuf",
		Language: &Language{
			Names: func(file string) bool { return path.Ext(file) == ".proto" },
			Holds: holdsAny(idempotencyLevel),
			Parse: parseProtobuf,
		},
		Detect: func(d *Doc) bool { return d.Language == "protobuf" },
		Scan:   scanProtobuf,
	})
}

const idempotencyLevel = "idempotency_level"

// parseProtobuf makes a statement of each method with a level: its name, as calls
// have it, and the level. What is broken is listed; it hides no call and no retry.
func parseProtobuf(file string, data []byte) (*Doc, []graph.Problem) {
	broken := func(err error) []graph.Problem {
		p := graph.Problem{Pos: graph.Pos{File: file, Line: 1, Col: 1}, Message: "cannot be read: " + err.Error(), Advisory: true}
		if at, ok := err.(reporter.ErrorWithPos); ok {
			p.Pos.Line, p.Pos.Col, p.Message = at.GetPosition().Line, at.GetPosition().Col, "cannot be read: "+at.Unwrap().Error()
		}
		return []graph.Problem{p}
	}
	first := reporter.NewHandler(reporter.NewReporter(func(err reporter.ErrorWithPos) error { return err }, nil))
	tree, err := parser.Parse(file, bytes.NewReader(data), first)
	if err != nil {
		return nil, broken(err)
	}
	read, err := parser.ResultFromAST(tree, false, first)
	if err != nil {
		return nil, broken(err)
	}
	at := func(m proto.Message) graph.Pos {
		start := tree.NodeInfo(read.Node(m)).Start()
		return graph.Pos{File: file, Line: start.Line, Col: start.Col}
	}
	d := &Doc{}
	f := read.FileDescriptorProto()
	for _, s := range f.GetService() {
		name := s.GetName()
		if f.GetPackage() != "" {
			name = f.GetPackage() + "." + name
		}
		for _, m := range s.GetMethod() {
			if o := levelOf(m); o != nil {
				d.Statements = append(d.Statements, statement{words: []word{
					{text: name + "/" + m.GetName(), pos: at(m)}, {text: o.GetIdentifierValue(), pos: at(o)},
				}})
			}
		}
	}
	return d, nil
}

// levelOf is the option that sets the level of a method. Options are not
// interpreted, which would need what the file imports.
func levelOf(m *descriptorpb.MethodDescriptorProto) *descriptorpb.UninterpretedOption {
	for _, o := range m.GetOptions().GetUninterpretedOption() {
		if parts := o.GetName(); len(parts) == 1 && parts[0].GetNamePart() == idempotencyLevel {
			return o
		}
	}
	return nil
}

func scanProtobuf(d *Doc, _ *Index) graph.Fragment {
	var f graph.Fragment
	for _, s := range d.Statements {
		switch s.arg(0).text {
		case descriptorpb.MethodOptions_NO_SIDE_EFFECTS.String(), descriptorpb.MethodOptions_IDEMPOTENT.String():
			f.Methods = append(f.Methods, graph.MethodFacts{Operation: s.name(), Idempotent: graph.Yes, Pos: s.arg(0).pos})
		}
	}
	return f
}
