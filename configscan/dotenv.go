package configscan

import (
	"path"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Files of environment variables say nothing by themselves: the compose files that
// name them do.
func init() {
	register(Scanner{
		Name:     "dotenv",
		Language: &Language{Names: isDotenvName, Parse: parseDotenv},
		Detect:   func(d *Doc) bool { return d.Language == "dotenv" },
		Scan:     func(*Doc, *Index) graph.Fragment { return graph.Fragment{} },
	})
}

// isDotenvName knows .env, .env.local, service.env and their like.
func isDotenvName(file string) bool {
	base := path.Base(file)
	return base == ".env" || strings.HasPrefix(base, ".env.") || strings.HasSuffix(base, ".env")
}

// parseDotenv reads the lines of a file of environment variables: NAME=text, with
// export before it or quotes round the text, in which it may go on for several
// lines; # starts a comment where a word would start
// (compose-spec/05-services.md, Env_file format). A statement is the name and
// the text, which is quoted where nothing is filled in.
func parseDotenv(file string, data []byte) (*Doc, []graph.Problem) {
	p := &dotenvParser{r: newTextReader(file, data)}
	for !p.r.done() {
		p.line()
	}
	return &Doc{Statements: p.list}, p.problems
}

type dotenvParser struct {
	r        *textReader
	list     []statement
	problems []graph.Problem
}

// line reads one variable, with the line end after it. A name alone is one of the
// shell that starts compose.
func (p *dotenvParser) line() {
	p.blanks()
	name := word{pos: p.r.pos()}
	name.text = p.until("=:#\n")
	if c := p.r.peek(); c != '=' && c != ':' {
		p.r.skipLine()
		p.end()
		return
	}
	p.r.next()
	p.blanks()
	value := word{pos: p.r.pos()}
	switch p.r.peek() {
	case '\'', '"':
		value = p.quoted()
		p.r.skipLine()
	default:
		value.text = p.plain()
	}
	name.text = strings.TrimSpace(strings.TrimPrefix(name.text, "export "))
	if !value.quoted && unclosed(value.text) {
		p.problems = append(p.problems, p.r.problem(value.pos, "a variable that is not closed: compose refuses the file"))
	}
	if name.text != "" && nameLen(name.text) == len(name.text) {
		p.list = append(p.list, statement{words: []word{name, value}})
	}
	p.end()
}

// end passes over the end of the line.
func (p *dotenvParser) end() {
	if !p.r.done() {
		p.r.next()
	}
}

func (p *dotenvParser) blanks() {
	for c := p.r.peek(); c == ' ' || c == '\t' || c == '\r'; c = p.r.peek() {
		p.r.next()
	}
}

func (p *dotenvParser) until(ends string) string {
	start := p.r.at
	for !p.r.done() && strings.IndexByte(ends, p.r.peek()) < 0 {
		p.r.next()
	}
	return string(p.r.text[start:p.r.at])
}

// plain is a text without quotes, up to a comment or the end of the line.
func (p *dotenvParser) plain() string {
	text := p.until("\n")
	for i := range len(text) {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			text = text[:i]
			break
		}
	}
	return strings.TrimSpace(text)
}

// quoted is a text in quotes. In double ones a backslash takes the next character
// as it is.
func (p *dotenvParser) quoted() word {
	open := p.r.pos()
	quote := p.r.next()
	w := word{quoted: quote == '\'', pos: p.r.pos()}
	var b strings.Builder
	for !p.r.done() && p.r.peek() != quote {
		if c := p.r.next(); c != '\\' || w.quoted || p.r.done() {
			b.WriteByte(c)
		} else {
			b.WriteByte(p.r.next())
		}
	}
	if p.r.done() {
		p.problems = append(p.problems, p.r.problem(open, "the quote has no end: what follows is not read"))
	} else {
		p.r.next()
	}
	w.text = b.String()
	return w
}

// dotenvFiles are the files of environment variables of a run by their path.
func dotenvFiles(ix *Index) map[string]*Doc {
	return shared(ix, "environment files", func() map[string]*Doc {
		files := map[string]*Doc{}
		for _, d := range ix.docs {
			if d.Language == "dotenv" && d.holder == nil {
				files[d.File] = d
			}
		}
		return files
	})
}

// variables are texts by the names of variables.
type variables map[string]string

// read adds the variables of a file, later ones put together from earlier ones.
func (v variables) read(d *Doc) []setting {
	var list []setting
	for _, s := range d.Statements {
		w := s.arg(0)
		if !w.quoted {
			w.text = v.fill(w.text)
		}
		v[s.name()] = w.text
		list = append(list, setting{source: graph.SourceDotEnv, key: s.name(), text: w.text, secret: !isPlainValue(w.text), precedence: precedenceOther, pos: w.pos})
	}
	return list
}

// fill puts the variables into a text.
func (v variables) fill(text string) string { return interpolate(text, v) }

// isPlainValue tells a number, a length of time or a switch, which is shown, from
// what may be a secret.
func isPlainValue(text string) bool {
	switch strings.ToLower(text) {
	case "true", "false", "yes", "no", "on", "off", "":
		return true
	}
	return len(text) <= 8 && strings.Trim(text, "0123456789.") != text && strings.Trim(text, "0123456789.mhsun") == ""
}
