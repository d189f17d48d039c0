package graph

// ByClass are the calls of a node by the class of the failures, under the words of
// ParseClass. A word for many classes is for those that no narrower one holds: with
// http:4xx and http:404, the first is for the others.
type ByClass map[string]Count

// Of is the figure of a class; false where no word holds it: nothing makes a call
// again then for a failure of that class.
func (b ByClass) Of(class Class) (Count, bool) {
	var figure Count
	best := numClasses + 1
	for word, k := range b {
		if set, err := ParseClass(word); err == nil && set.Has(class) && set.Len() < best {
			best, figure = set.Len(), k
		}
	}
	return figure, best <= numClasses
}

// figureWords puts the figures of one node into words.
type figureWords struct {
	c   *computer
	f   *nodeFigures
	out ByClass
	// left are the classes that have no word yet.
	left ClassSet
}

// classes prints the figures by class. The word of a group, or of all codes of a kind,
// has the figure of most of its classes, and those with another are named, so that the
// narrowest word that holds a class has its figure. Codes are left out where nothing
// tries them again and no layer tells them apart.
func (c *computer) classes(n *node, f *nodeFigures) ByClass {
	if f.classes == nil {
		return nil
	}
	a := c.g.atoms
	may := a.mask(Answerable.Intersect(spoken(n.protocol)))
	if n.leaf() {
		may = n.fails
	}
	may |= n.unreachable & a.mask(NewClassSet(ClassConnect))
	w := &figureWords{c, f, ByClass{}, a.classes(may)}
	for _, g := range groups {
		w.wide(g, true)
	}
	for _, r := range codeRanges {
		w.wide(r, false)
	}
	for i, set := range a.set {
		w.narrow(i, set.Intersect(w.left))
	}
	return w.out
}

// wide puts the classes of a group into words: if it is not to be there always, only
// where what most of them have is worth a word.
func (w *figureWords) wide(g classGroup, always bool) {
	set := w.left.Intersect(g.set)
	if set.Empty() {
		return
	}
	usual := w.usual(set)
	if !always && !w.worth(set, usual) {
		return
	}
	w.out[g.name] = usual
	for _, class := range set.Classes() {
		if k := w.figure(class); k != usual {
			w.out[class.String()] = k
		}
	}
	w.left = w.left.Minus(set)
}

func (w *figureWords) figure(class Class) Count { return w.f.classes[w.c.g.atoms.of[class]] }

// usual is the figure that most classes of a set have; of two the greater.
func (w *figureWords) usual(set ClassSet) Count {
	having := map[Count]int{}
	var usual Count
	for _, class := range set.Classes() {
		k := w.figure(class)
		having[k]++
		if n := having[k] - having[usual]; n > 0 || n == 0 && k > usual {
			usual = k
		}
	}
	return usual
}

// worth reports whether a class of a set with this figure is tried again, or told from
// others by a layer.
func (w *figureWords) worth(set ClassSet, figure Count) bool {
	for i, atom := range w.c.g.atoms.set {
		if w.f.classes[i] == figure && !atom.Intersect(set).Empty() && w.told(i) {
			return true
		}
	}
	return false
}

// told reports whether an atom is tried again, or told from others by a layer.
func (w *figureWords) told(atom int) bool {
	if w.f.classes[atom] != w.f.happy {
		return true
	}
	for i := range w.c.g.shapes {
		if s := &w.c.g.shapes[i]; !s.anyClass && s.attempts[atom] > 1 {
			return true
		}
	}
	return false
}

// narrow puts the classes of an atom into words that are in no group. Terminal failures
// have none, nor have names that do not resolve, where connect says the same.
func (w *figureWords) narrow(atom int, set ClassSet) {
	var words []string
	switch {
	case set.Has(ClassTerminal), set.Has(ClassDNS) && !set.Has(ClassConnect):
	case set.Has(ClassConnect):
		words = []string{ClassConnect.String()}
	case set.Intersect(codes.Minus(NewClassSet(ClassConflict))).Empty(), w.told(atom):
		words = set.Words()
	}
	for _, word := range words {
		w.out[word] = w.f.classes[atom]
	}
}
