package protogo

import (
	"bytes"
	"fmt"
	"go/token"
	"strings"

	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
)

// File is one protocol buffer file.
type File struct {
	// Path is where it lies, as Parse was told.
	Path string
	desc *descriptorpb.FileDescriptorProto
	read parser.Result
}

// Parse reads a protocol buffer file. What it imports is not needed. An error is
// one of its syntax and names its position.
func Parse(path string, data []byte) (*File, error) {
	first := func(err reporter.ErrorWithPos) error { return err }
	tree, err := parser.Parse(path, bytes.NewReader(data), reporter.NewHandler(reporter.NewReporter(first, nil)))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	read, err := parser.ResultFromAST(tree, false, reporter.NewHandler(reporter.NewReporter(first, nil)))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return &File{Path: path, desc: read.FileDescriptorProto(), read: read}, nil
}

// GoPackage is the import path that the file says its Go package has, and the name
// of that package; both are "" where it says nothing that Go would take.
func (f *File) GoPackage() (path, name string) {
	path, name, _ = strings.Cut(f.option("go_package"), ";")
	if name == "" {
		name = path[strings.LastIndexByte(path, '/')+1:]
	}
	if name = PackageName(name); name == "" {
		return "", ""
	}
	return path, name
}

// PackageName makes the name of a package of the last part of an import path; ""
// where that cannot be.
func PackageName(last string) string {
	name := strings.NewReplacer("-", "_", ".", "_").Replace(last)
	if !token.IsIdentifier(name) {
		return ""
	}
	return name
}

// option is the text of an option of the file. Options are not interpreted, which
// would need what the file imports.
func (f *File) option(name string) string {
	for _, o := range f.desc.GetOptions().GetUninterpretedOption() {
		if parts := o.GetName(); len(parts) == 1 && parts[0].GetNamePart() == name {
			return string(o.GetStringValue())
		}
	}
	return ""
}

// line is where something of the file is declared.
func (f *File) line(m proto.Message) int {
	node := f.read.Node(m)
	if node == nil {
		return 1
	}
	return f.read.FileNode().NodeInfo(node).Start().Line
}

// Names are the identifiers that Go code can be expected to use of the package.
func (f *File) Names() []string {
	var out []string
	for _, d := range f.declared() {
		out = append(out, d.goName)
		if d.enum != nil {
			for _, v := range d.enum.GetValue() {
				out = append(out, d.prefix+"_"+v.GetName())
			}
			out = append(out, d.goName+"_name", d.goName+"_value")
		}
		if d.message != nil {
			for _, field := range d.message.GetField() {
				if inOneof(field) {
					out = append(out, d.goName+"_"+camel(field.GetName()))
				}
			}
		}
	}
	for _, s := range f.desc.GetService() {
		out = append(out, serviceNames(s)...)
	}
	return out
}

// serviceNames are what a gRPC service declares.
func serviceNames(s *descriptorpb.ServiceDescriptorProto) []string {
	n := camel(s.GetName())
	out := []string{n + "Client", "New" + n + "Client", n + "Server", "Register" + n + "Server",
		"Unimplemented" + n + "Server", "Unsafe" + n + "Server", n + "_ServiceDesc"}
	for _, m := range s.GetMethod() {
		full := n + "_" + camel(m.GetName())
		out = append(out, full+"Client", full+"Server", full+"_FullMethodName")
	}
	return out
}

// declared is a message or an enumeration, nested ones included.
type declared struct {
	// full is its name in the file's package, goName the one in Go; prefix is what
	// the values of an enumeration begin with.
	full, goName, prefix string
	message              *descriptorpb.DescriptorProto
	enum                 *descriptorpb.EnumDescriptorProto
}

func (f *File) declared() []declared {
	var out []declared
	var nested func(full, outer string, ms []*descriptorpb.DescriptorProto, es []*descriptorpb.EnumDescriptorProto)
	nested = func(full, outer string, ms []*descriptorpb.DescriptorProto, es []*descriptorpb.EnumDescriptorProto) {
		for _, e := range es {
			d := declared{full: join(full, ".", e.GetName()), goName: join(outer, "_", camel(e.GetName())), enum: e}
			if d.prefix = outer; outer == "" {
				d.prefix = d.goName
			}
			out = append(out, d)
		}
		for _, m := range ms {
			d := declared{full: join(full, ".", m.GetName()), goName: join(outer, "_", camel(m.GetName())), message: m}
			if !m.GetOptions().GetMapEntry() {
				out = append(out, d)
			}
			nested(d.full, d.goName, m.GetNestedType(), m.GetEnumType())
		}
	}
	nested(f.desc.GetPackage(), "", f.desc.GetMessageType(), f.desc.GetEnumType())
	return out
}

func join(a, sep, b string) string {
	if a == "" {
		return b
	}
	return a + sep + b
}

// camel is a name as Go code has it: protoc-gen-go's GoCamelCase.
func camel(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		lowerNext := i+1 < len(s) && isLower(s[i+1])
		switch {
		case c == '.' && lowerNext: // the dot of a nested name goes
		case c == '.':
			b = append(b, '_')
		case c == '_' && (i == 0 || s[i-1] == '.'):
			b = append(b, 'X')
		case c == '_' && lowerNext: // the next letter becomes upper case
		case isDigit(c):
			b = append(b, c)
		default:
			if isLower(c) {
				c -= 'a' - 'A'
			}
			b = append(b, c)
			for ; i+1 < len(s) && isLower(s[i+1]); i++ {
				b = append(b, s[i+1])
			}
		}
	}
	return string(b)
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
