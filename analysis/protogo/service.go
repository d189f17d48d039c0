package protogo

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/descriptorpb"
)

// method is one method of a service, as its Go code has it.
type method struct {
	// name is the one in Go, path the one on the wire, stream the type of a stream
	// without its end Client or Server.
	name, path, stream string
	in, out            string
	// sends and receives are whether the client, and the server, stream.
	sends, receives bool
	line            int
}

func (w *writer) methods(s *descriptorpb.ServiceDescriptorProto) []method {
	var out []method
	full := join(w.file.desc.GetPackage(), ".", s.GetName())
	for _, m := range s.GetMethod() {
		name := camel(m.GetName())
		out = append(out, method{
			name: name, path: "/" + full + "/" + m.GetName(), stream: camel(s.GetName()) + "_" + name,
			in: w.reference(m.GetInputType(), full), out: w.reference(m.GetOutputType(), full),
			sends: m.GetClientStreaming(), receives: m.GetServerStreaming(), line: w.file.line(m),
		})
	}
	return out
}

// service writes the client and the server of a gRPC service.
func (w *writer) service(s *descriptorpb.ServiceDescriptorProto) {
	w.use("context", "context")
	w.use("google.golang.org/grpc", "grpc")
	name, ms := camel(s.GetName()), w.methods(s)
	w.at(w.file.line(s))
	w.client(name, ms)
	w.server(name, join(w.file.desc.GetPackage(), ".", s.GetName()), ms)
}

func (w *writer) client(name string, ms []method) {
	own := strings.ToLower(name[:1]) + name[1:] + "Client"
	w.printf("type %sClient interface {\n", name)
	for _, m := range ms {
		w.printf("\t%s%s\n", m.name, m.asked())
	}
	w.printf("}\n\ntype %s struct { cc grpc.ClientConnInterface }\n\n", own)
	w.printf("func New%sClient(cc grpc.ClientConnInterface) %sClient { return &%s{cc} }\n", name, name, own)
	for i, m := range ms {
		w.at(m.line)
		w.printf("func (c *%s) %s%s {\n", own, m.name, m.asked())
		if !m.sends && !m.receives {
			w.printf("\tout := new(%s)\n\terr := c.cc.Invoke(ctx, %q, in, out, opts...)\n", strings.TrimPrefix(m.out, "*"), m.path)
			w.printf("\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn out, nil\n}\n")
			continue
		}
		w.printf("\tstream, err := c.cc.NewStream(ctx, &%s_ServiceDesc.Streams[%d], %q, opts...)\n", name, i, m.path)
		w.printf("\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn %sClientStream{stream}, nil\n}\n", m.stream)
		w.clientStream(m)
	}
}

// asked are the parameters and results of a method of a client.
func (m method) asked() string {
	in, out := "in "+m.in+", ", m.out
	if m.sends {
		in = ""
	}
	if m.sends || m.receives {
		out = m.stream + "Client"
	}
	return fmt.Sprintf("(ctx context.Context, %sopts ...grpc.CallOption) (%s, error)", in, out)
}

func (w *writer) clientStream(m method) {
	var does []string
	if m.sends {
		does = append(does, fmt.Sprintf("Send(m %s) error { return x.ClientStream.SendMsg(m) }", m.in))
	}
	recv := "Recv"
	if !m.receives {
		recv = "CloseAndRecv"
	}
	does = append(does, fmt.Sprintf("%s() (%s, error) { m := new(%s); return m, x.ClientStream.RecvMsg(m) }", recv, m.out, strings.TrimPrefix(m.out, "*")))
	w.stream(m.stream+"Client", "grpc.ClientStream", does)
}

func (w *writer) serverStream(m method) {
	var does []string
	if m.receives {
		does = append(does, fmt.Sprintf("Send(m %s) error { return x.ServerStream.SendMsg(m) }", m.out))
	} else {
		does = append(does, fmt.Sprintf("SendAndClose(m %s) error { return x.ServerStream.SendMsg(m) }", m.out))
	}
	if m.sends {
		does = append(does, fmt.Sprintf("Recv() (%s, error) { m := new(%s); return m, x.ServerStream.RecvMsg(m) }", m.in, strings.TrimPrefix(m.in, "*")))
	}
	w.stream(m.stream+"Server", "grpc.ServerStream", does)
}

// stream writes the interface of a stream and a struct that has its methods.
func (w *writer) stream(name, embeds string, does []string) {
	w.printf("type %s interface {\n", name)
	for _, d := range does {
		signature, _, _ := strings.Cut(d, " {")
		w.printf("\t%s\n", signature)
	}
	w.printf("\t%s\n}\n\ntype %sStream struct { %s }\n\n", embeds, name, embeds)
	for _, d := range does {
		w.printf("func (x %sStream) %s\n", name, d)
	}
}

// server writes what a server implements and how it is registered. Any type with
// the methods will do: who has to embed what depends on the version of protoc.
func (w *writer) server(name, full string, ms []method) {
	w.printf("type %sServer interface {\n", name)
	for _, m := range ms {
		w.printf("\t%s%s\n", m.name, m.served())
	}
	w.printf("}\n\ntype Unimplemented%[1]sServer struct{}\n\ntype Unsafe%[1]sServer interface { mustEmbedUnimplemented%[1]sServer() }\n\n", name)
	w.printf("func (Unimplemented%[1]sServer) mustEmbedUnimplemented%[1]sServer() {}\n", name)
	for _, m := range ms {
		w.printf("func (Unimplemented%sServer) %s%s { panic(0) }\n", name, m.name, m.served())
		if m.sends || m.receives {
			w.serverStream(m)
		}
		w.printf("const %s_FullMethodName = %q\n", m.stream, m.path)
	}
	w.printf("func Register%[1]sServer(s grpc.ServiceRegistrar, srv %[1]sServer) { s.RegisterService(&%[1]s_ServiceDesc, srv) }\n", name)
	w.printf("var %[1]s_ServiceDesc = grpc.ServiceDesc{ServiceName: %[2]q, HandlerType: (*%[1]sServer)(nil)}\n", name, full)
}

// served are the parameters and results of a method of a server.
func (m method) served() string {
	switch {
	case m.sends:
		return fmt.Sprintf("(%sServer) error", m.stream)
	case m.receives:
		return fmt.Sprintf("(%s, %sServer) error", m.in, m.stream)
	}
	return fmt.Sprintf("(context.Context, %s) (%s, error)", m.in, m.out)
}
