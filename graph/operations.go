package graph

import "strings"

// operations resolves a hop to the operations of its target. A call whose
// operation is not known goes to any one of them; one that fits none goes to
// the service as a whole.
func (l *linker) operations(h hop, c *Call) []hop {
	all := l.ops[h.to]
	if len(all) == 0 {
		return []hop{h}
	}
	var fit []string
	if c.To.Operation == "" {
		fit = all
	} else {
		fit = matching(c.To.Operation, all)
	}
	if len(fit) == 0 {
		return []hop{h}
	}
	var out []hop
	for _, op := range fit {
		t := h
		t.operation = op
		out = append(out, t)
	}
	return out
}

// matching lists the operations that a call asks for: the most exact ones. Of
// routes, a literal part is more exact than a variable one, and a whole path
// more than its beginning.
func matching(call string, all []string) []string {
	best := 0
	var out []string
	for _, op := range all {
		s := fits(call, op)
		if s > best {
			best, out = s, nil
		}
		if s == best && s > 0 {
			out = append(out, op)
		}
	}
	return out
}

// fits tells how exactly an operation is the one called; 0 is not at all.
func fits(call, op string) int {
	const whole = 1 << 20
	if call == op {
		return 2 * whole
	}
	cm, cp, ok1 := cutMethod(call)
	om, op1, ok2 := cutMethod(op)
	if !ok1 || !ok2 || cm != "" && om != "" && cm != om {
		return 0
	}
	a, b := parts(cp), parts(op1)
	score := whole
	for i, p := range b {
		switch {
		case p == "..." || strings.HasSuffix(p, "...}") || p == "*":
			return score - whole/2
		case i >= len(a):
			return 0
		case variable(p) || strings.Contains(a[i], "{}"):
			score++
		case p == a[i]:
			score += 1000
		default:
			return 0
		}
	}
	if len(a) > len(b) {
		return 0
	}
	return score
}

// cutMethod takes "GET /path" and "/path" apart; ok is false for other names.
func cutMethod(op string) (method, path string, ok bool) {
	if m, p, found := strings.Cut(op, " "); found && !strings.Contains(m, "/") {
		method, op = m, p
	}
	if i := strings.IndexByte(op, '/'); i > 0 && method == "" {
		return "", "", false // an RPC: package.Service/Method
	} else if i > 0 {
		op = op[i:] // a host before the path
	}
	return method, op, strings.HasPrefix(op, "/")
}

// parts splits a path; a path that ends in / matches everything below it.
func parts(p string) []string {
	ps := strings.Split(strings.TrimPrefix(p, "/"), "/")
	if ps[len(ps)-1] == "" {
		ps[len(ps)-1] = "..."
	}
	return ps
}

// variable reports whether a part of a route stands for any text.
func variable(p string) bool {
	return strings.HasPrefix(p, "{") || strings.HasPrefix(p, ":")
}

// rpcServer is the one service that registers the service of an RPC; nil when
// none or several do.
func (l *linker) rpcServer(operation string) *service {
	name, _, ok := strings.Cut(operation, "/")
	if !ok || name == "" {
		return nil
	}
	if s := l.rpc[name]; len(s) == 1 {
		return s[0]
	}
	return nil
}

// serves notes an operation of a service.
func (l *linker) serves(s *service, h *Handler) {
	if h.Operation == "" || h.Entry == EntryStartup || h.Entry == EntryMessage || contains(l.ops[s], h.Operation) {
		return
	}
	l.ops[s] = sorted(append(l.ops[s], h.Operation))
	if name, _, ok := strings.Cut(h.Operation, "/"); ok && h.Protocol == ProtocolGRPC && !contains(l.rpc[name], s) {
		l.rpc[name] = append(l.rpc[name], s)
	}
}
