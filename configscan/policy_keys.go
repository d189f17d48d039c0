package configscan

// PolicyKey is a key of the policy as a reference describes it.
type PolicyKey struct {
	Name string
	// Takes says what the value is, Doc what it means.
	Takes Takes
	Doc   string
	// Words are the values of a word.
	Words []string
	// Keys are those of the mapping, of each item of a list or of each entry of a map.
	Keys []PolicyKey
}

// Takes is a kind of value.
type Takes string

// The kinds of values. Mapping has keys of its own; Listing is a list of such mappings,
// Entries a mapping from names to them.
const (
	TakesLimit    Takes = "a number above zero, or off"
	TakesWhole    Takes = "a whole number of 1 or more"
	TakesNumber   Takes = "a number above zero"
	TakesShare    Takes = "a share from 0 to 1"
	TakesText     Takes = "a text"
	TakesTexts    Takes = "a list of texts"
	TakesDuration Takes = "a duration, as 250ms or 2s"
	TakesDate     Takes = "a date, as 2027-06-30"
	TakesBoolean  Takes = "true or false"
	TakesWord     Takes = "one of some words"
	TakesVersion  Takes = "1"
	TakesAttempts Takes = "a whole number of 1 or more, unbounded, or a mapping from failure classes to such numbers"
	TakesClasses  Takes = "a failure class, or a list of them"
	TakesFanOut   Takes = "a whole number of 1 or more, or a name for one that is not known"
	TakesBackoff  Takes = "none, a duration, or a mapping"
	TakesAnswers  Takes = "a mapping from callees to passes, terminal, unknown or failure classes; * is every other callee"
	TakesNumbers  Takes = "a mapping from names to whole numbers of 0 or more"
	TakesPatterns Takes = "a mapping from names to lists of texts"
	TakesRules    Takes = "a mapping from rules to error, warning or info"
	TakesMesh     Takes = "off, or a mapping"
	TakesLibrary  Takes = "a list of rows, as ampcheck catalog NAME --format json prints them"
	TakesMapping  Takes = "a mapping"
	TakesListing  Takes = "a list of mappings"
	TakesEntries  Takes = "a mapping from names to mappings"
)

// PolicyKeys are the keys of the policy that have an effect, in the order in which the
// reader knows them.
func PolicyKeys() []PolicyKey {
	top := documented("", policyKeys)
	backoff, budget := documented("backoff.", backoffKeys), documented("budget.", budgetKeys)
	call, layer := documented("calls.", callKeys), documented("layers.", layerKeys)
	for _, keys := range [][]PolicyKey{call, layer} {
		under(keys, "backoff", backoff)
		under(keys, "budget", budget)
	}
	under(call, "layers", layer)
	gate := documented("gate.", gateKeys)
	under(gate, "entries", documented("gate.entries.", entryGateKeys))
	under(top, "gate", gate)
	under(top, "fanOut", documented("fanOut.", fanOutKeys))
	under(top, "services", documented("services.", serviceKeys))
	under(top, "calls", call)
	under(top, "mesh", documented("mesh.", meshKeys))
	under(top, "owner", documented("owner.", ownerKeys))
	under(top, "rates", documented("rates.", ratesKeys))
	under(top, "ignore", documented("ignore.", ignoreKeys))
	return top
}

func under(keys []PolicyKey, name string, below []PolicyKey) {
	for i := range keys {
		if keys[i].Name == name {
			keys[i].Keys = below
		}
	}
}

// documented are the keys of a table that have an effect, with what policyDocs says of
// them.
func documented[T any](prefix string, keys []key[T]) []PolicyKey {
	var all []PolicyKey
	for _, name := range supported(keys) {
		d := policyDocs[prefix+name]
		if d.Takes == "" && prefix == "layers." {
			d = policyDocs["calls."+name] // a call is written with the keys of its layer
		}
		d.Name = name
		all = append(all, d)
	}
	return all
}
