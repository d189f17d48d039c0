package graph

// Format is a format of configuration that can repeat calls: one row of the
// list of formats.
type Format struct {
	// Name is how reports call it.
	Name string `json:"name"`
	// Written says where it stands: objects, files or keys.
	Written string `json:"written"`
	// Default is what acts when nothing is written, in attempts, the first one
	// included.
	Default string `json:"default"`
	// Sources say where the default was read: repository or module and path.
	Sources []string `json:"sources,omitempty"`
	// Read is set where a scanner reads the format, Measured where its numbers
	// were counted by running what it configures.
	Read     bool `json:"read,omitempty"`
	Measured bool `json:"measured,omitempty"`
}
