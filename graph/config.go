package graph

// ValueSource says where a configuration value is set.
type ValueSource string

// The sources of values.
const (
	SourceEnv        ValueSource = "env"
	SourceFlag       ValueSource = "flag"
	SourceFileKey    ValueSource = "file-key"
	SourceDockerfile ValueSource = "dockerfile"
	SourceDotEnv     ValueSource = "dotenv"
	SourceConfigMap  ValueSource = "configmap"
	// SourceArgument is the sub-command that a program is started with.
	SourceArgument ValueSource = "argument"
)

// WorkloadRef names a workload: the namespace ("" where none is written) and
// the name of the object that runs it.
type WorkloadRef struct {
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

// Workload is something that runs: a Deployment, a compose service.
type Workload struct {
	WorkloadRef
	// Object is the kind of object that was read, as Deployment; objects that
	// differ in it alone are different workloads of one service.
	Object string `json:"object,omitempty"`
	// Kind and Protocol are set where the image tells: a database, a broker.
	Kind     NodeKind          `json:"kind,omitempty"`
	Protocol Protocol          `json:"protocol,omitempty"`
	Labels   map[string]string `json:"labels,omitempty"`
	Image    string            `json:"image,omitempty"`
	// Build is the build context, relative to the analysed directory.
	Build      string   `json:"build,omitempty"`
	Command    []string `json:"command,omitempty"`
	Args       []string `json:"args,omitempty"`
	SubCommand string   `json:"sub_command,omitempty"`
	Replicas   Bound    `json:"replicas,omitzero"`
	// Entry is set for workloads that start work by themselves: a CronJob.
	Entry EntryKind `json:"entry,omitempty"`
	// Injected says, for each mesh, whether the object itself asks for its proxy.
	Injected map[string]Answer `json:"injected,omitempty"`
	Pos      Pos               `json:"position,omitzero"`
}

// Namespace is what a namespace object says of the workloads in it.
type Namespace struct {
	Name string `json:"name"`
	// Injected says, for each mesh, whether its workloads get a proxy.
	Injected map[string]Answer `json:"injected,omitempty"`
	Pos      Pos               `json:"position,omitzero"`
}

// Value is one configuration value of a workload. Its text holds no secret:
// readers strip user names and passwords.
type Value struct {
	Workload WorkloadRef `json:"workload"`
	Source   ValueSource `json:"source"`
	Key      string      `json:"key"`
	Text     string      `json:"text"`
	// Precedence orders values of one key; the highest counts.
	Precedence int `json:"precedence,omitempty"`
	// Peer marks a text that is, by its form, the address of something the
	// workload calls: host:port, URL, DSN.
	Peer bool `json:"peer,omitempty"`
	Pos  Pos  `json:"position,omitzero"`
}

// NameSpace is where a name is looked up.
type NameSpace string

// The name spaces.
const (
	SpaceDNS       NameSpace = "dns"
	SpaceDiscovery NameSpace = "discovery"
	SpaceGRPC      NameSpace = "grpc"
	SpaceMain      NameSpace = "main"
	// SpaceGateway names gateways as routes refer to them: namespace/name.
	SpaceGateway NameSpace = "gateway"
)

// FileKeySeparator stands, in the key of SourceFileKey, between the path of the
// file, as the program names it, and the key in it: config.json#db.address.
const FileKeySeparator = "#"

// Port is one port on which a name is served.
type Port struct {
	Name   string `json:"name,omitempty"`
	Number int    `json:"number,omitempty"`
	// Published is the port of the machine that leads to this one, where its binding is
	// exposed and the number is another.
	Published int `json:"published,omitempty"`
	// Protocol is what is spoken, as far as the port says.
	Protocol Protocol `json:"protocol,omitempty"`
}

// Binding ties a name in a name space to the workloads behind it.
type Binding struct {
	Space NameSpace `json:"space"`
	// Name, and Namespace where the name space has namespaces.
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
	// Workload is the one behind the name; or Selector finds it among the
	// workloads of the namespace by labels; or Alias is another name for it.
	Workload *WorkloadRef      `json:"workload,omitempty"`
	Selector map[string]string `json:"selector,omitempty"`
	Alias    string            `json:"alias,omitempty"`
	Ports    []Port            `json:"ports,omitempty"`
	// Mesh is set for a gateway that is a proxy of that mesh: its defaults act
	// there.
	Mesh string `json:"mesh,omitempty"`
	// Exposed bindings take requests from outside: an entry.
	Exposed bool `json:"exposed,omitempty"`
	Pos     Pos  `json:"position,omitzero"`
}

// Place is where on a hop an attachment acts, in the order from the caller to
// the callee.
type Place string

// The places.
const (
	// PlaceClient is inside the process of the caller: its client library.
	PlaceClient        Place = "client"
	PlaceClientSidecar Place = "client-sidecar"
	PlaceGateway       Place = "gateway"
	PlaceLoadBalancer  Place = "load-balancer"
	PlaceServerSidecar Place = "server-sidecar"
)

// HostPattern matches the host of a call: a name with its namespace, a domain
// name, "*", or "*." and the end of a domain name. Namespace is set for names
// that a cluster resolves.
type HostPattern struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
}

// Destination is where a route sends a call.
type Destination struct {
	Host HostPattern `json:"host"`
	Port int         `json:"port,omitempty"`
	// Subset is the part of the callee, as far as routes name parts.
	Subset string `json:"subset,omitempty"`
}

// Attachment is what a proxy does with the calls it matches: layers, timeouts
// and, for a route, the destination. Of the attachments of one mechanism that
// match a hop, those with the most specific host act, and of those the ones
// whose operations fit best; several are alternatives. Mechanisms at one place
// act one inside the other, in the order of their names.
type Attachment struct {
	// ID is the identity of the object and the part of it that was read.
	ID string `json:"id"`
	// Mechanism names what excludes one another: "istio-route", "ingress".
	Mechanism string `json:"mechanism"`
	// Object is the identity of the object; of several with equally specific
	// hosts, all act as alternatives.
	Object string `json:"object"`
	Place  Place  `json:"place"`
	// Mesh is set where only members of that mesh are served ("istio").
	Mesh string `json:"mesh,omitempty"`
	// Gateways lists the gateways, as namespace/name, for place gateway.
	Gateways []string `json:"gateways,omitempty"`
	// Callers and CallerNamespaces limit, where they are not empty, who is
	// served: these workloads, and workloads of these namespaces.
	Callers          []WorkloadRef `json:"callers,omitempty"`
	CallerNamespaces []string      `json:"caller_namespaces,omitempty"`
	Hosts            []HostPattern `json:"hosts,omitempty"`
	// Operations limits, where it is not empty, the calls to those RPCs, as
	// service/method, or service/ for all of a service. A call whose operation
	// is not known is served.
	Operations []string `json:"operations,omitempty"`
	// Match describes the requests of this route; "" is all of them.
	Match string `json:"match,omitempty"`
	// Protocols limits the hops, where it is not empty, to those that speak
	// one of them; a hop whose protocol is not known is served.
	Protocols []Protocol `json:"protocols,omitempty"`
	// Destinations replace the target; none leaves it.
	Destinations []Destination `json:"destinations,omitempty"`
	// Mirrors get one copy of each call that the proxy takes: the retries of
	// this attachment are not theirs.
	Mirrors []Destination `json:"mirrors,omitempty"`
	// Amends names the mechanism whose layer this attachment changes: what its
	// own Layer sets takes the place of what that one set. It puts no layer of
	// its own. Of those that fit alike, the ones of the caller's Namespace act,
	// else those of the callee's, else those of "*".
	Amends string `json:"amends,omitempty"`
	// Namespace is where the object lies: the scope of a caller can leave it out.
	Namespace string `json:"namespace,omitempty"`
	// Subset limits an amendment to calls that a route sends there.
	Subset string `json:"subset,omitempty"`
	// Layer is put on the hop, with the ID of the hop. Nil puts none.
	Layer *Layer `json:"layer,omitempty"`
	Pos   Pos    `json:"position,omitzero"`
}

// MeshEvidence is an object of a mesh that shows, by being there, that the
// hosts it names and the namespace it lies in are part of the mesh.
type MeshEvidence struct {
	Mesh      string        `json:"mesh"`
	Namespace string        `json:"namespace,omitempty"`
	Hosts     []HostPattern `json:"hosts,omitempty"`
	Object    string        `json:"object"`
	Pos       Pos           `json:"position,omitzero"`
}

// MeshScope limits the hosts that the proxies of some workloads know. Calls to
// others pass through as they are: no route and no default of the mesh acts.
type MeshScope struct {
	Mesh string `json:"mesh"`
	// Namespace is that of the workloads; "*" is all that have no scope in
	// their own.
	Namespace string `json:"namespace,omitempty"`
	// Selector picks the workloads of the namespace; nil is all that no scope
	// with a selector picks.
	Selector map[string]string `json:"selector,omitempty"`
	// Hosts are the names that are known. Namespace "*" is every namespace, and
	// Name "*" every host of it.
	Hosts []HostPattern `json:"hosts,omitempty"`
	Pos   Pos           `json:"position,omitzero"`
}

// Mesh is a kind of mesh and what its proxies do when nothing is configured.
type Mesh struct {
	Name string `json:"name"`
	// Version is the one the defaults are those of.
	Version string `json:"version,omitempty"`
	// Defaults act on every hop of a member, and at every gateway of the mesh,
	// on which no other attachment of the same mechanism matches.
	Defaults []Attachment `json:"defaults,omitempty"`
	Pos      Pos          `json:"position,omitzero"`
}
