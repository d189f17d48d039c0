package configscan

import (
	"path"
	"slices"
	"strings"
)

// argFlag is one command-line flag with a value; item is the index of the argument
// that holds the value.
type argFlag struct {
	name, text string
	item       int
}

// flagsOf lists the flags among the words of a command line: --name=value and
// --name value, with one hyphen or two. The script of a shell is not looked
// into.
func flagsOf(words []string) []argFlag {
	if isShell(words) {
		return nil
	}
	var flags []argFlag
	for i := 0; i < len(words); i++ {
		name, ok := flagName(words[i])
		if !ok {
			continue
		}
		if name, text, ok := strings.Cut(name, "="); ok {
			flags = append(flags, argFlag{name, text, i})
			continue
		}
		if i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
			i++
			flags = append(flags, argFlag{name, words[i], i})
		}
	}
	return slices.DeleteFunc(flags, func(f argFlag) bool { return strings.ContainsAny(f.text, "\r\n") })
}

// flagName is what stands behind the hyphens of a flag.
func flagName(word string) (string, bool) {
	name := strings.TrimLeft(word, "-")
	return name, name != word && name != "" && name[0] != '='
}

var shells = setOf("sh", "bash", "ash", "dash", "zsh", "ksh")

func isShell(words []string) bool {
	return len(words) > 0 && shells[path.Base(words[0])]
}

// shownWords is a command line without secrets: user names and passwords of
// addresses, and the values of flags that say they are secret.
func shownWords(words []string) []string {
	var shown []string
	secret := false
	for _, word := range words {
		name, isFlag := flagName(word)
		name, _, hasValue := strings.Cut(name, "=")
		switch {
		case isFlag && hasValue && keyWords(name).speakOf(secretWords):
			word = word[:strings.IndexByte(word, '=')+1]
		case secret && !isFlag:
			word = ""
		default:
			word = withoutUser(word)
		}
		secret = isFlag && !hasValue && keyWords(name).speakOf(secretWords)
		shown = append(shown, word)
	}
	return shown
}
