package sdk

import (
	"regexp"

	"github.com/ampcheck/ampcheck/graph"
)

// Decoder is a function that fills the fields of a struct, or the entries of a
// map, from a file of configuration or from the environment.
type Decoder struct {
	// Source is where the keys are looked up: SourceFileKey or SourceEnv.
	Source graph.ValueSource
	// Into is the parameter with the address of what is filled.
	Into int
	// From is the parameter with the text or the path of the file, or the prefix
	// of the environment keys; -1 is the receiver, and -2 nothing.
	From int
	// Tags name the key of a field, the first that it has; Default is the tag with
	// what counts where the key is not set, Prefix that of a struct in a struct.
	Tags            []string
	Default, Prefix string
	// Upper writes the keys of fields without a tag in capitals, with the names
	// of the structs round them before _.
	Upper bool
	// Flag says how the flags of the fields are called, which go before the
	// environment; the zero value is none.
	Flag FlagNames
	// Store is the store of settings that the keys are looked up in; "" is none.
	Store string
}

// FlagNames says how the flags are called that fields of a struct are filled from.
type FlagNames struct {
	// Tag names the flag of a field, Prefix what stands before those of a struct.
	Tag, Prefix string
	// Named gives fields without a tag the words of their names, in small letters
	// and with - between them; Nested puts the name of the struct before them.
	Named, Nested bool
}

const (
	receiverOperand = -1
	noOperand       = -2
)

// Decoders are the functions by their full names. Sources: the documentation of
// the package in each name.
var decoders = map[string]Decoder{
	"encoding/json.Unmarshal":                         {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"json"}},
	"(*encoding/json.Decoder).Decode":                 {Source: graph.SourceFileKey, Into: 0, From: receiverOperand, Tags: []string{"json"}},
	"gopkg.in/yaml.v2.Unmarshal":                      {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"yaml"}},
	"gopkg.in/yaml.v2.UnmarshalStrict":                {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"yaml"}},
	"(*gopkg.in/yaml.v2.Decoder).Decode":              {Source: graph.SourceFileKey, Into: 0, From: receiverOperand, Tags: []string{"yaml"}},
	"gopkg.in/yaml.v3.Unmarshal":                      {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"yaml"}},
	"(*gopkg.in/yaml.v3.Decoder).Decode":              {Source: graph.SourceFileKey, Into: 0, From: receiverOperand, Tags: []string{"yaml"}},
	"github.com/goccy/go-yaml.Unmarshal":              {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"yaml", "json"}},
	"sigs.k8s.io/yaml.Unmarshal":                      {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"json"}},
	"github.com/BurntSushi/toml.Unmarshal":            {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"toml"}},
	"github.com/BurntSushi/toml.Decode":               {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"toml"}},
	"github.com/BurntSushi/toml.DecodeFile":           {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"toml"}},
	"github.com/pelletier/go-toml.Unmarshal":          {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"toml"}},
	"github.com/spf13/viper.UnmarshalKey":             {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"mapstructure"}, Store: viperStore},
	"github.com/spf13/viper.Unmarshal":                {Source: graph.SourceFileKey, Into: 0, From: noOperand, Tags: []string{"mapstructure"}, Store: viperStore},
	"(*github.com/spf13/viper.Viper).UnmarshalKey":    {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"mapstructure"}, Store: viperStore},
	"(*github.com/spf13/viper.Viper).Unmarshal":       {Source: graph.SourceFileKey, Into: 0, From: noOperand, Tags: []string{"mapstructure"}, Store: viperStore},
	"(*github.com/knadh/koanf.Koanf).Unmarshal":       {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"koanf"}, Store: koanfStore},
	"github.com/zeromicro/go-zero/core/conf.Load":     {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"json"}},
	"github.com/zeromicro/go-zero/core/conf.MustLoad": {Source: graph.SourceFileKey, Into: 1, From: 0, Tags: []string{"json"}},

	"github.com/kelseyhightower/envconfig.Process":     {Source: graph.SourceEnv, Into: 1, From: 0, Tags: []string{"envconfig"}, Default: "default", Upper: true},
	"github.com/kelseyhightower/envconfig.MustProcess": {Source: graph.SourceEnv, Into: 1, From: 0, Tags: []string{"envconfig"}, Default: "default", Upper: true},
	"github.com/sethvargo/go-envconfig.Process":        {Source: graph.SourceEnv, Into: 1, From: noOperand, Tags: []string{"env"}, Prefix: "env"},
	"github.com/caarlos0/env.Parse":                    {Source: graph.SourceEnv, Into: 0, From: noOperand, Tags: []string{"env"}, Default: "envDefault", Prefix: "envPrefix"},
	"github.com/ilyakaznacheev/cleanenv.ReadEnv":       {Source: graph.SourceEnv, Into: 0, From: noOperand, Tags: []string{"env"}, Default: "env-default", Prefix: "env-prefix"},
	"github.com/ilyakaznacheev/cleanenv.ReadConfig":    {Source: graph.SourceEnv, Into: 1, From: noOperand, Tags: []string{"env"}, Default: "env-default", Prefix: "env-prefix"},
	"github.com/alecthomas/kong.Parse":                 {Source: graph.SourceEnv, Into: 0, From: noOperand, Tags: []string{"env"}, Default: "default", Prefix: "envprefix", Flag: FlagNames{Tag: "name", Prefix: "prefix", Named: true}},
	"github.com/jessevdk/go-flags.Parse":               {Source: graph.SourceEnv, Into: 0, From: noOperand, Tags: []string{"env"}, Default: "default", Flag: FlagNames{Tag: "long"}},
	"github.com/ardanlabs/conf.Parse":                  {Source: graph.SourceEnv, Into: 1, From: 0, Tags: []string{"conf"}, Default: "conf", Upper: true, Flag: FlagNames{Named: true, Nested: true}},
}

// DecoderOf is the decoder of a full name, whatever the major version in it.
func DecoderOf(name string) (Decoder, bool) {
	d, ok := decoders[withoutMajor(name)]
	return d, ok
}

// ReadsFile is the parameter of a function that names the file which its result
// holds or reads, and Passes the one whose content it hands on.
var (
	readsFile = map[string]int{
		"os.ReadFile": 0, "io/ioutil.ReadFile": 0, "os.Open": 0, "os.OpenFile": 0, "io/fs.ReadFile": 1, "(embed.FS).ReadFile": 0,
	}
	passesFile = map[string]int{
		"io.ReadAll": 0, "io/ioutil.ReadAll": 0, "encoding/json.NewDecoder": 0, "gopkg.in/yaml.v2.NewDecoder": 0, "gopkg.in/yaml.v3.NewDecoder": 0,
		"bufio.NewReader": 0, "bytes.NewReader": 0, "bytes.NewBuffer": 0, "os.ExpandEnv": 0, "strings.NewReader": 0,
	}
)

// FileOf is the parameter of a function that names the file in its result, or
// whose content its result has.
func FileOf(name string) (operand int, named, ok bool) {
	if i, found := readsFile[name]; found {
		return i, true, true
	}
	i, found := passesFile[name]
	return i, false, found
}

// withoutMajor is a full name without the major versions in its import path.
func withoutMajor(name string) string {
	return majorVersion.ReplaceAllString(name, "$1")
}

var majorVersion = regexp.MustCompile(`/v[0-9]+([./])`)
