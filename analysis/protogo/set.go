package protogo

import (
	"strings"

	"google.golang.org/protobuf/types/descriptorpb"
)

// Set is all protocol buffer files that may refer to each other.
type Set struct {
	types map[string]typed
	// known reports whether a package can be imported.
	known func(importPath string) bool
}

// typed is a message or an enumeration and the file that declares it.
type typed struct {
	declared
	file *File
}

// NewSet makes a set of files. Of two with a type of the same name the first
// counts. known reports whether a package with types that come with protoc can be
// imported.
func NewSet(files []*File, known func(importPath string) bool) *Set {
	s := &Set{types: map[string]typed{}, known: known}
	for _, f := range files {
		for _, d := range f.declared() {
			if _, ok := s.types[d.full]; !ok {
				s.types[d.full] = typed{d, f}
			}
		}
	}
	return s
}

// find is the type that a reference inside a scope means: of the innermost scope
// that has one of that name.
func (s *Set) find(ref, scope string) (typed, bool) {
	if name, ok := strings.CutPrefix(ref, "."); ok {
		t, ok := s.types[name]
		return t, ok
	}
	for {
		if t, ok := s.types[join(scope, ".", ref)]; ok {
			return t, true
		}
		if scope == "" {
			return typed{}, false
		}
		scope = scope[:max(0, strings.LastIndexByte(scope, '.'))]
	}
}

// wellKnown are the Go packages of the files that come with protoc.
var wellKnown = map[string]string{
	"Any": "anypb", "Duration": "durationpb", "Empty": "emptypb", "FieldMask": "fieldmaskpb", "Timestamp": "timestamppb",
	"Struct": "structpb", "Value": "structpb", "ListValue": "structpb", "NullValue": "structpb",
	"DoubleValue": "wrapperspb", "FloatValue": "wrapperspb", "Int64Value": "wrapperspb", "UInt64Value": "wrapperspb",
	"Int32Value": "wrapperspb", "UInt32Value": "wrapperspb", "BoolValue": "wrapperspb", "StringValue": "wrapperspb", "BytesValue": "wrapperspb",
}

// scalar is the Go type of a field that is no message or enumeration.
var scalar = map[descriptorpb.FieldDescriptorProto_Type]string{
	descriptorpb.FieldDescriptorProto_TYPE_DOUBLE: "float64", descriptorpb.FieldDescriptorProto_TYPE_FLOAT: "float32",
	descriptorpb.FieldDescriptorProto_TYPE_INT64: "int64", descriptorpb.FieldDescriptorProto_TYPE_UINT64: "uint64",
	descriptorpb.FieldDescriptorProto_TYPE_INT32: "int32", descriptorpb.FieldDescriptorProto_TYPE_UINT32: "uint32",
	descriptorpb.FieldDescriptorProto_TYPE_FIXED64: "uint64", descriptorpb.FieldDescriptorProto_TYPE_FIXED32: "uint32",
	descriptorpb.FieldDescriptorProto_TYPE_SFIXED64: "int64", descriptorpb.FieldDescriptorProto_TYPE_SFIXED32: "int32",
	descriptorpb.FieldDescriptorProto_TYPE_SINT64: "int64", descriptorpb.FieldDescriptorProto_TYPE_SINT32: "int32",
	descriptorpb.FieldDescriptorProto_TYPE_BOOL: "bool", descriptorpb.FieldDescriptorProto_TYPE_STRING: "string",
	descriptorpb.FieldDescriptorProto_TYPE_BYTES: "[]byte",
}
