package program

import (
	"cmp"
	"errors"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// cacheVars name the directories that the go command may fill.
var cacheVars = []string{"GOCACHE", "GOMODCACHE"}

// cacheDirs are the caches, where the environment puts them or by the defaults
// of the go command (go help environment, os.UserCacheDir).
func cacheDirs(env map[string]string) (map[string]string, error) {
	gopath := cmp.Or(env["GOPATH"], underHome(env, "go"))
	first, _, _ := strings.Cut(gopath, string(filepath.ListSeparator))
	dirs := map[string]string{
		"GOPATH":     gopath,
		"GOMODCACHE": env["GOMODCACHE"],
		"GOCACHE":    cmp.Or(env["GOCACHE"], userCacheDir(env)),
	}
	if dirs["GOMODCACHE"] == "" && first != "" {
		dirs["GOMODCACHE"] = filepath.Join(first, "pkg", "mod")
	}
	if dirs["GOPATH"] == "" {
		dirs["GOPATH"] = filepath.Dir(dirs["GOMODCACHE"])
	}
	for _, name := range cacheVars {
		if !isAbs(dirs[name]) {
			return nil, errors.New(name + " is not known: set it, or HOME")
		}
	}
	return dirs, nil
}

func userCacheDir(env map[string]string) string {
	var dir string
	switch runtime.GOOS {
	case "windows":
		dir = env["LOCALAPPDATA"]
	case "darwin":
		dir = underHome(env, "Library/Caches")
	default:
		dir = cmp.Or(env["XDG_CACHE_HOME"], underHome(env, ".cache"))
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "go-build")
}

func underHome(env map[string]string, p string) string {
	home := env["HOME"]
	if runtime.GOOS == "windows" {
		home = env["USERPROFILE"]
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, filepath.FromSlash(p))
}

// envMap reads the form of os.Environ; the last of several values counts.
func envMap(environ []string) map[string]string {
	env := map[string]string{}
	for _, kv := range environ {
		if name, value, ok := strings.Cut(kv, "="); ok {
			if runtime.GOOS == "windows" {
				name = strings.ToUpper(name)
			}
			env[name] = value
		}
	}
	return env
}

func envList(env map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}
