package protogo

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// all is a file with every form of field, nested types and streams.
const all = `syntax = "proto3";
package shop.v1;
option go_package = "example.com/shop/gen;shoppb";
import "google/protobuf/duration.proto";

message Order {
  repeated Item items = 1;
  map<string, Item> by_name = 2;
  google.protobuf.Duration lasts = 3;
  optional bool paid = 4;
  oneof way { string road_no = 5; Rail rail = 6; }
  other.Unknown unknown = 7;
  bytes raw = 8;
  .shop.v1.Order parent = 9;
  message Item { State state = 1; }
  enum State { NEW = 0; OLD = 1; }
}
message Rail {}
enum Size { SMALL = 0; LARGE = 1; }
service Orders {
  rpc Place(Order) returns (Rail);
  rpc Follow(Rail) returns (stream Order);
  rpc Fill(stream Order) returns (Rail);
  rpc Talk(stream Order) returns (stream Rail);
}
`

func source(t testing.TB, text string) string {
	t.Helper()
	f, err := Parse("/shop.proto", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	src := string(NewSet([]*File{f}, func(string) bool { return true }).Source("shoppb", []*File{f}))
	if _, err := parser.ParseFile(token.NewFileSet(), "shop.pb.go", src, parser.AllErrors); err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	return src
}

// TestSource looks for the lines that code of the user depends on.
func TestSource(t *testing.T) {
	got := source(t, all)
	for _, want := range []string{
		"	Items []*Order_Item\n", "	ByName map[string]*Order_Item\n", "	Lasts *durationpb.Duration\n", "	Paid *bool\n",
		"	Way isOrder_Way\n", "type Order_RoadNo struct { RoadNo string }\n", "	Unknown any\n", "	Raw []byte\n", "	Parent *Order\n",
		"	State Order_State\n", "	Order_OLD Order_State = 1\n", "	Size_LARGE Size = 1\n",
		"func (x *Order) GetPaid() (v bool) {\n", "func (x *Order) GetRail() (v *Rail) {\n",
		"	Place(ctx context.Context, in *Order, opts ...grpc.CallOption) (*Rail, error)\n",
		"	Follow(ctx context.Context, in *Rail, opts ...grpc.CallOption) (Orders_FollowClient, error)\n",
		"	Fill(ctx context.Context, opts ...grpc.CallOption) (Orders_FillClient, error)\n",
		"	CloseAndRecv() (*Rail, error)\n", "	Talk(Orders_TalkServer) error\n",
		"c.cc.Invoke(ctx, \"/shop.v1.Orders/Place\", in, out, opts...)", "//line /shop.proto:21\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
}

// TestGoPackage reads what a file says of its Go package.
func TestGoPackage(t *testing.T) {
	for text, want := range map[string][2]string{
		`option go_package = "example.com/a-b/c-d";`: {"example.com/a-b/c-d", "c_d"},
		`option go_package = "x;y";`:                 {"x", "y"},
		`option go_package = "./";`:                  {"", ""},
		`option go_package = "a b";`:                 {"", ""},
		``:                                           {"", ""},
	} {
		f, err := Parse("a.proto", []byte(`syntax = "proto3";`+text))
		if err != nil {
			t.Fatal(err)
		}
		if path, name := f.GoPackage(); path != want[0] || name != want[1] {
			t.Errorf("%s: %q and %q, want %q", text, path, name, want)
		}
	}
}

// TestCamel compares with names that protoc-gen-go's own tests have.
func TestCamel(t *testing.T) {
	for in, want := range map[string]string{
		"one": "One", "one_two": "OneTwo", "_my_field_name_2": "XMyFieldName_2", "Something_Capped": "Something_Capped",
		"my_Name": "My_Name", "OneTwo": "OneTwo", "_": "X", "_a_": "XA_", "one.two": "OneTwo", "one.Two": "One_Two", "one_3": "One_3",
	} {
		if got := camel(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestNames lists what a user may ask for.
func TestNames(t *testing.T) {
	f, err := Parse("a.proto", []byte(all))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Order_Item", "Order_NEW", "Size_name", "Order_RoadNo", "NewOrdersClient", "RegisterOrdersServer", "Orders_FillServer"} {
		if !slices.Contains(f.Names(), want) {
			t.Errorf("%s is not among %q", want, f.Names())
		}
	}
}

// FuzzSource: whatever parses makes Go that parses.
func FuzzSource(f *testing.F) {
	f.Add(all)
	f.Add(`syntax = "proto2"; message type { required func go = 1; enum func { A = 0; } extensions 100 to 199; }`)
	f.Add(`message A { oneof _ { int32 __ = 1; } } service _ { rpc range(A) returns (stream A); }`)
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("/a.proto", []byte(text))
		if err != nil {
			return
		}
		src := NewSet([]*File{file}, func(string) bool { return true }).Source("p", []*File{file})
		file.Names()
		if _, err := parser.ParseFile(token.NewFileSet(), "a.go", src, 0); err != nil {
			t.Errorf("%v in\n%s", err, src)
		}
	})
}
