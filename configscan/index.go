package configscan

// Index finds the objects of a run that some scanner detects: the documents
// with an apiVersion, a kind and a name.
type Index struct {
	ids map[objectID]*Doc
	// docs are all documents, in the order of their paths.
	docs []*Doc
	// memo holds what is worked out once a run.
	memo map[string]any
}

// shared is what f makes of the documents, once a run for each name.
func shared[T any](ix *Index, name string, f func() T) T {
	if v, ok := ix.memo[name]; ok {
		return v.(T)
	}
	v := f()
	ix.memo[name] = v
	return v
}

type objectID struct{ kind, namespace, name string }

// identity is what makes two documents copies of one object: a namespace that
// is not written and "default" are the same.
func identity(d *Doc) objectID {
	id := objectID{d.Kind(), d.Namespace(), d.Name()}
	if id.namespace == "default" {
		id.namespace = ""
	}
	return id
}

// newIndex indexes documents given in the order of their paths. Of several
// objects with one identity the first is found by it.
func newIndex(docs []*Doc) *Index {
	ix := &Index{ids: map[objectID]*Doc{}, docs: docs, memo: map[string]any{}}
	for _, d := range docs {
		if !d.IsObject() || d.Name() == "" {
			continue
		}
		id := objectID{d.Kind(), d.Namespace(), d.Name()}
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
