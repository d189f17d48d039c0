package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// standIn writes the go.mod of a unit without what is not followed, and a copy of
// its go.sum, where the go command may add what is missing. The tree is never
// written to. It reports whether the unit can be listed.
func (l *loader) standIn(u *unit) bool {
	err := l.writeStandIn(u)
	if err != nil {
		l.problems.add(graph.Problem{Pos: l.unitPos(u), Message: "no go.mod can be written to stand in for this one: " + cause(err)})
	}
	return err == nil
}

func (l *loader) writeStandIn(u *unit) error {
	m := u.mods[0]
	m.file.Cleanup()
	mod, err := m.file.Format()
	if err != nil {
		return err
	}
	sum, err := l.tree.read(filepath.Join(m.dir, "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir, err := l.scratchDir()
	if err != nil {
		return err
	}
	u.standIn = filepath.Join(dir, "go.mod")
	return errors.Join(
		os.WriteFile(u.standIn, mod, 0o600),
		os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o600),
	)
}

// scratchDir makes a directory for files that stand in for some of the tree.
func (l *loader) scratchDir() (string, error) {
	l.scratchLock.Lock()
	defer l.scratchLock.Unlock()
	if l.scratch == "" {
		dir, err := os.MkdirTemp("", "ampcheck-")
		if err != nil {
			return "", err
		}
		l.scratch = dir
	}
	return os.MkdirTemp(l.scratch, "")
}

// modFlags make the go command use what stands in.
func (u *unit) modFlags() []string {
	var flags []string
	if u.standIn != "" {
		flags = append(flags, "-mod=mod", "-modfile="+u.standIn)
	}
	if u.overlay != "" {
		flags = append(flags, "-overlay="+u.overlay)
	}
	return flags
}

// own is what the go command says without the place of a go.mod that stands in,
// which is another one each time.
func (u *unit) own(text string) string {
	if u.standIn == "" {
		return text
	}
	return strings.ReplaceAll(text, filepath.Dir(u.standIn)+string(filepath.Separator), "")
}
