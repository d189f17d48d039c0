package configscan

// Index finds the objects of a run that some scanner detects: the documents
// with an apiVersion, a kind and a name.
type Index struct {
	kinds map[string][]*Doc
	ids   map[objectID]*Doc
}

type objectID struct{ kind, namespace, name string }

// newIndex indexes documents given in the order of their paths. Of several
// objects with one identity the first is found by it.
func newIndex(docs []*Doc) *Index {
	ix := &Index{kinds: map[string][]*Doc{}, ids: map[objectID]*Doc{}}
	for _, d := range docs {
		if !d.IsObject() || d.Name() == "" {
			continue
		}
		kind := d.Kind()
		ix.kinds[kind] = append(ix.kinds[kind], d)
		id := objectID{kind, d.Namespace(), d.Name()}
		if ix.ids[id] == nil {
			ix.ids[id] = d
		}
	}
	return ix
}

// Object finds an object by kind, namespace and name. Where none has exactly
// this namespace, "" and "default" are the same.
func (ix *Index) Object(kind, namespace, name string) (*Doc, bool) {
	d := ix.ids[objectID{kind, namespace, name}]
	if d == nil {
		switch namespace {
		case "":
			d = ix.ids[objectID{kind, "default", name}]
		case "default":
			d = ix.ids[objectID{kind, "", name}]
		}
	}
	return d, d != nil
}

// Objects lists the objects of a kind, of whatever group, in the order of their
// paths and, within a file, of the file.
func (ix *Index) Objects(kind string) []*Doc { return ix.kinds[kind] }
