package configscan

import (
	"path"
	"slices"
	"strings"
)

const (
	// maxIncluded is the number of statements that the includes of one file may
	// add to it, maxIncludes the depth of includes.
	maxIncluded = 1 << 16
	maxIncludes = 20
	// maxCompared is the number of paths that the patterns of a run are compared
	// with; what is not found by then is reported as missing.
	maxCompared = 1 << 22
)

// nginxFiles are the files of a run, and which of them others include.
type nginxFiles struct {
	docs []*Doc
	// paths are those of each file in the tree and in containers, byPath the
	// files at them.
	paths    map[string][]string
	byPath   map[string][]*Doc
	included map[string]bool
	// left is how many paths patterns may still be compared with.
	left int
}

// nginxTree finds out once a run which file includes which.
func nginxTree(index *Index) *nginxFiles {
	return shared(index, "nginx files", func() *nginxFiles {
		f := &nginxFiles{paths: map[string][]string{}, byPath: map[string][]*Doc{}, included: map[string]bool{}, left: maxCompared}
		for _, d := range index.docs {
			if d.Language == "nginx" {
				f.docs = append(f.docs, d)
				f.paths[d.path()] = append([]string{d.path()}, index.containerPaths(d)...)
				for _, p := range f.paths[d.path()] {
					f.byPath[p] = append(f.byPath[p], d)
				}
			}
		}
		for _, d := range f.docs {
			f.mark(d, d.Statements)
		}
		return f
	})
}

// mark notes what a file includes. Files that include each other include
// nothing: one of them is the start.
func (f *nginxFiles) mark(d *Doc, block []statement) {
	for _, s := range block {
		if s.name() == "include" {
			for _, other := range f.matching(d.path(), s.arg(0).text) {
				f.included[other.path()] = f.included[other.path()] || other.path() > d.path() || !f.reaches(other, d)
			}
		}
		f.mark(d, s.block)
	}
}

// reaches reports whether a file includes the other one itself.
func (f *nginxFiles) reaches(from, to *Doc) bool {
	var in func(block []statement) bool
	in = func(block []statement) bool {
		return slices.ContainsFunc(block, func(s statement) bool {
			return s.name() == "include" && slices.Contains(f.matching(from.File, s.arg(0).text), to) || in(s.block)
		})
	}
	return in(from.Statements)
}

// nginxHomes are the usual directories of the configuration.
var nginxHomes = []string{"/etc/nginx/", "/usr/local/nginx/conf/", "/usr/local/openresty/nginx/conf/", "/opt/bitnami/nginx/conf/"}

// matching are the files that an include of a file means. The directory that a
// relative path counts from is that of the main file: the nearest directory
// round the including one that holds a match. Where a file lies in a container
// is known from its mount; else the usual directory stands for it.
func (f *nginxFiles) matching(file, pattern string) []*Doc {
	relative := pattern
	for _, home := range nginxHomes {
		if rest, ok := strings.CutPrefix(pattern, home); ok {
			relative = rest
		}
	}
	if found := f.glob(file, pattern); path.IsAbs(pattern) && len(found) > 0 {
		return found
	}
	if path.IsAbs(relative) {
		return nil
	}
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if found := f.glob(file, path.Join(dir, relative)); len(found) > 0 || dir == "." {
			return found
		}
	}
}

// glob are the files but one with a path that matches.
func (f *nginxFiles) glob(but, pattern string) []*Doc {
	candidates := f.byPath[pattern]
	if strings.ContainsAny(pattern, `*?[\\`) {
		candidates = f.docs
		if f.left -= len(f.docs); f.left < 0 {
			return nil
		}
	}
	var found []*Doc
	for _, d := range candidates {
		if d.path() != but && slices.ContainsFunc(f.paths[d.path()], func(p string) bool {
			ok, err := path.Match(pattern, p)
			return err == nil && ok || p == pattern
		}) {
			found = append(found, d)
		}
	}
	return found
}

// nginxKnown are files that every installation has and that repeat nothing.
var nginxKnown = setOf("mime.types", "fastcgi_params", "fastcgi.conf", "uwsgi_params", "scgi_params", "proxy_params",
	"koi-utf", "koi-win", "win-utf", "options-ssl-nginx.conf", "fastcgi-php.conf")

// expand puts what is included in the place of the include.
func (r *nginxReader) expand(file string, block []statement, depth int) []statement {
	var list []statement
	for _, s := range block {
		if s.name() != "include" {
			s.block = r.expand(file, s.block, depth)
			list = append(list, s)
			continue
		}
		pattern := s.arg(0)
		found := r.files.matching(file, pattern.text)
		if len(found) == 0 && !nginxKnown[path.Base(pattern.text)] && !strings.Contains(pattern.text, "modules") {
			r.problem(s.pos(), true, `include "`+pattern.text+`" is no file of the input: what it sets is missing`)
		}
		for _, d := range found {
			if r.left -= size(d.Statements); depth >= maxIncludes || r.left < 0 {
				r.problem(s.pos(), false, `include "`+pattern.text+`": files include each other, or too much: not read`)
				return list
			}
			list = append(list, r.expand(d.path(), d.Statements, depth+1)...)
		}
	}
	return list
}

// size is the number of statements of a block and the blocks in it.
func size(block []statement) int {
	n := len(block)
	for _, s := range block {
		n += size(s.block)
	}
	return n
}
