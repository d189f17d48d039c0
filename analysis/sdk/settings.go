package sdk

// A store of settings answers for a key with what a flag, the environment, a file or
// a default says, whichever is set first. What one call asks of it was said by others.

// Setting is what a call has to do with the keys of a store.
type Setting struct {
	// Store is the library.
	Store string
	Role  SettingRole
}

// SettingRole is what a call says or asks.
type SettingRole int

// SettingGet asks for the key that is the first parameter. SettingValue gives the
// second parameter to the key that is the first one, SettingValues gives the entries of
// a map to theirs. SettingEnv names variables of the environment behind the key,
// SettingAllEnv has all keys looked up there: below SettingPrefix, with SettingReplacer
// in place of some letters; SettingBelow is one with its own prefix as first parameter,
// in which a dot is an underscore. SettingFile names the file, SettingName its name
// without the ending and SettingDir the directory. SettingFlag binds the key to the flag
// that is the second parameter, SettingFlags all flags to the keys of their names.
const (
	SettingGet SettingRole = iota
	SettingValue
	SettingValues
	SettingEnv
	SettingAllEnv
	SettingPrefix
	SettingReplacer
	SettingBelow
	SettingFile
	SettingName
	SettingDir
	SettingFlag
	SettingFlags
)

const (
	viperStore = "github.com/spf13/viper"
	koanfStore = "github.com/knadh/koanf"
)

// Sources: github.com/spf13/viper@v1.21.0 viper.go:1129 (the order), 1111 (BindEnv),
// 432 (the name of a variable); github.com/knadh/koanf/v2@v2.4.1 koanf.go:97, and
// koanf/providers/env@v1.1.0 env.go:33.
var settings = settingsByName()

func settingsByName() map[string]Setting {
	all := map[string]Setting{}
	add := func(store string, role SettingRole, prefix string, names ...string) {
		for _, n := range names {
			all[prefix+n] = Setting{store, role}
		}
	}
	for _, on := range []string{viperStore + ".", "(*" + viperStore + ".Viper)."} {
		add(viperStore, SettingGet, on, "Get", "GetString", "GetInt", "GetInt32", "GetInt64", "GetUint", "GetDuration", "GetStringSlice")
		add(viperStore, SettingValue, on, "SetDefault", "Set")
		add(viperStore, SettingEnv, on, "BindEnv", "MustBindEnv")
		add(viperStore, SettingAllEnv, on, "AutomaticEnv")
		add(viperStore, SettingPrefix, on, "SetEnvPrefix")
		add(viperStore, SettingReplacer, on, "SetEnvKeyReplacer")
		add(viperStore, SettingFile, on, "SetConfigFile")
		add(viperStore, SettingName, on, "SetConfigName")
		add(viperStore, SettingDir, on, "AddConfigPath")
		add(viperStore, SettingFlag, on, "BindPFlag")
		add(viperStore, SettingFlags, on, "BindPFlags")
	}
	for _, must := range []string{"", "Must"} {
		add(koanfStore, SettingGet, "(*"+koanfStore+".Koanf)."+must, "String", "Int", "Int64", "Duration", "Strings")
	}
	add(koanfStore, SettingGet, "(*"+koanfStore+".Koanf).", "Get")
	add(koanfStore, SettingFile, koanfStore+"/providers/file.", "Provider")
	add(koanfStore, SettingValues, koanfStore+"/providers/confmap.", "Provider")
	add(koanfStore, SettingBelow, koanfStore+"/providers/env.", "Provider", "ProviderWithValue")
	return all
}

// SettingOf is what the call of a full name has to do with a store of settings,
// whatever the major version in it.
func SettingOf(name string) (Setting, bool) {
	s, ok := settings[withoutMajor(name)]
	return s, ok
}
