package sdk

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

// ncw/swift sends what reads up to 4 times, at once, when no answer comes within
// 10s or at all: Retries counts retries, 0 is 3 and below zero none. A token that has run out is
// replaced, and the request sent again, for writes too; other answers are not
// repeated. v1 takes no context.
var (
	_ = register("github.com/ncw/swift", func() graph.Library {
		return swift("github.com/ncw/swift", true,
			"github.com/ncw/swift@v1.0.53 swift.go:28",
			"github.com/ncw/swift@v1.0.53 swift.go:428",
			"github.com/ncw/swift@v1.0.53 swift.go:763",
			"github.com/ncw/swift@v1.0.53 swift.go:770",
		)
	})
	_ = register("github.com/ncw/swift/v2", func() graph.Library {
		return swift("github.com/ncw/swift/v2", false,
			"github.com/ncw/swift/v2@v2.0.5 swift.go:29",
			"github.com/ncw/swift/v2@v2.0.5 swift.go:487",
			"github.com/ncw/swift/v2@v2.0.5 swift.go:491",
			"github.com/ncw/swift/v2@v2.0.5 swift.go:824",
			"github.com/ncw/swift/v2@v2.0.5 swift.go:831",
		)
	})
)

func swift(m string, noContext bool, sources ...string) graph.Library {
	send := graph.LibraryCall{
		Effect: graph.EffectRemote, Protocol: graph.ProtocolHTTP, Address: maker, NoContext: noContext,
		Layers: []graph.LibraryLayer{{
			Name: "swift Retries", Kind: graph.KindClientDefault, Attempts: 4, PerTry: "10s",
			RetriesOn: transport.Union(on("http:401")), Backoff: graph.BackoffNone,
		}},
	}
	read, write := send, send
	read.Mutates, write.Mutates = graph.No, graph.Yes
	write.Layers = slices.Clone(send.Layers)
	write.Layers[0].RetriesOn = on("http:401")
	connection := "(*" + m + ".Connection)."
	return graph.Library{
		Name: "ncw/swift" + m[len("github.com/ncw/swift"):],
		Calls: slices.Concat(
			each(read, connection, "Account", "Container", "Containers", "ContainersAll", "ContainerNames", "ContainerNamesAll",
				"Object", "Objects", "ObjectsAll", "ObjectNames", "ObjectNamesAll", "ObjectGet", "ObjectGetBytes", "ObjectGetString",
				"ObjectOpen", "QueryInfo", "VersionObjectList", "LargeObjectGetSegments"),
			each(write, connection, "AccountUpdate", "ContainerCreate", "ContainerDelete", "ContainerUpdate",
				"ObjectCreate", "ObjectPut", "ObjectPutBytes", "ObjectPutString", "ObjectDelete", "ObjectCopy", "ObjectMove", "ObjectUpdate",
				"ObjectUpdateContentType", "ObjectSymlinkCreate", "BulkDelete", "BulkUpload", "LargeObjectDelete",
				"DynamicLargeObjectCreate", "DynamicLargeObjectCreateFile", "DynamicLargeObjectDelete", "DynamicLargeObjectMove",
				"StaticLargeObjectCreate", "StaticLargeObjectCreateFile", "StaticLargeObjectDelete", "StaticLargeObjectMove",
				"VersionContainerCreate", "VersionEnable", "VersionDisable"),
			each(send, connection, "Call"),
		),
		Knobs: []graph.Knob{
			{Kind: graph.KnobField, Name: m + ".Connection.Retries", Role: graph.RoleRetries, Zero: "default", Minus: "one"},
			{Kind: graph.KnobField, Name: m + ".RequestOpts.Retries", Role: graph.RoleRetries, Zero: "default", Minus: "one"},
			{Kind: graph.KnobField, Name: m + ".Connection.ConnectTimeout", Role: graph.RolePerTry, Zero: "default"},
			{Kind: graph.KnobField, Name: m + ".Connection.AuthUrl", Role: graph.RoleAddress},
		},
		Sources: sources,
	}
}
