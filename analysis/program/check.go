package program

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// checker gives types to the packages of one unit.
type checker struct {
	loader *loader
	unit   *unit
	fset   *token.FileSet
	sizes  types.Sizes
	// listed are all packages, nodes those whose types matter.
	listed []*listed
	nodes  []*node
	export *exportReader
}

func newChecker(l *loader, u *unit, list []*listed) *checker {
	nodes := needed(newNodes(list))
	return &checker{
		loader: l,
		unit:   u,
		fset:   l.fset,
		sizes:  types.SizesFor("gc", l.gocmd.goarch),
		listed: list,
		nodes:  nodes,
		export: newExportReader(l.fset, nodes),
	}
}

// run checks all source packages, each after those it imports and as many at a
// time as there are processors.
func (c *checker) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var start func(n *node)
	start = func(n *node) {
		group.Go(func() error {
			slots <- struct{}{}
			err := c.checkNode(ctx, n)
			<-slots
			if err != nil {
				return err
			}
			for _, importer := range n.importers {
				if importer.waiting.Add(-1) == 0 {
					start(importer)
				}
			}
			return nil
		})
	}
	for _, n := range c.link() {
		start(n)
	}
	return group.Wait()
}

// link tells each source package who waits for it and returns those that wait
// for none.
func (c *checker) link() (ready []*node) {
	for _, n := range c.nodes {
		if !n.source {
			continue
		}
		waits := int32(0)
		for _, dep := range n.imports {
			if dep.source {
				dep.importers = append(dep.importers, n)
				waits++
			}
		}
		if n.waiting.Store(waits); waits == 0 {
			ready = append(ready, n)
		}
	}
	return ready
}

func (c *checker) checkNode(ctx context.Context, n *node) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := c.readExports(n); err != nil {
		return err
	}
	if n.common {
		c.loader.common.take(n, func() { c.checkFiles(n) })
	} else {
		c.checkFiles(n)
	}
	return nil
}

// checkFiles parses the files of a package and checks them.
func (c *checker) checkFiles(n *node) {
	n.files = c.parse(n, n.GoFiles)
	if n.own || len(n.files) == 0 {
		n.cgoFiles = c.parse(n, c.cgoNames(n))
	}
	c.check(n, n.files)
	if len(n.cgoFiles) > 0 && (n.illTyped || len(n.files) == 0 || slices.ContainsFunc(n.cgoFiles, lacksTwin)) {
		// Calls of C have no type, but all else in these files has.
		n.files = append(n.files, n.cgoFiles...)
		c.check(n, n.files)
		n.illTyped = true
	}
	if !n.own {
		n.files, n.cgoFiles, n.parseErrors, n.typeErrors = nil, nil, nil, nil
	}
}

// readExports reads the export data of what a source package imports.
func (c *checker) readExports(n *node) error {
	for _, dep := range n.imports {
		if dep.ImportPath == "unsafe" {
			continue
		}
		if !dep.source {
			if err := c.export.read(dep); err != nil {
				return err
			}
		}
	}
	return nil
}

// check type-checks a package. Bodies matter in the tree's own packages only.
func (c *checker) check(n *node, files []*ast.File) {
	n.types = types.NewPackage(n.path(), n.Name)
	if n.own {
		n.info = newInfo()
	}
	n.illTyped, n.typeErrors = len(n.parseErrors) > 0, nil
	config := types.Config{
		Importer:         importerFor(n),
		Sizes:            c.sizes,
		GoVersion:        goVersion(n.Module),
		IgnoreFuncBodies: !n.own,
		FakeImportC:      true,
		Error: func(err error) {
			if e, ok := errors.AsType[types.Error](err); ok {
				n.typeErrors = append(n.typeErrors, e)
				n.illTyped = n.illTyped || !e.Soft
			}
		},
	}
	// Every error has been told to Error.
	_ = types.NewChecker(&config, c.fset, n.types, n.info).Files(files)
	if n.own && !n.illTyped && importsIllTyped(n) {
		// SSA cannot be built of what has no type.
		n.illTyped = !newTyped(n.info).everything()
	}
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
}

// goVersion is the language version of a module, "" for the newest.
func goVersion(m *listedModule) string {
	if m == nil || m.GoVersion == "" {
		return ""
	}
	return "go" + m.GoVersion
}

// importsIllTyped reports whether a package imports one that does not check.
func importsIllTyped(n *node) bool {
	for _, dep := range n.imports {
		if dep.illTyped {
			return true
		}
	}
	return false
}

// errImportCycle is the import of a package that stands later in the list, where
// every package follows those it imports.
var errImportCycle = errors.New("import cycle not allowed")

// importer answers the checker from the packages that are done.
type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

func importerFor(n *node) importer {
	return func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		dep := n.imported(path)
		switch {
		case dep == nil:
			return nil, errImportCycle
		case dep.types == nil || dep.Error != nil && len(dep.types.Scope().Names()) == 0:
			return nil, fmt.Errorf("package %s cannot be loaded", path)
		}
		return dep.types, nil
	}
}
