package program

import (
	"go/types"
	"sync"
)

// commonTypes are the types of packages that all units of a tree have in common, so
// that a tree of many modules reads the standard library once.
type commonTypes struct {
	mu     sync.Mutex
	byPath map[string]*commonPackage
}

// commonPackage is one of them.
type commonPackage struct {
	once     sync.Once
	types    *types.Package
	illTyped bool
}

// take gives a package the types that it has in all units: the first unit that needs
// them makes them, and others wait for that.
func (c *commonTypes) take(n *node, check func()) {
	p := c.of(n.ImportPath)
	p.once.Do(func() {
		check()
		p.types, p.illTyped = n.types, n.illTyped
	})
	n.types, n.illTyped = p.types, p.illTyped
}

func (c *commonTypes) of(path string) *commonPackage {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byPath == nil {
		c.byPath = map[string]*commonPackage{}
	}
	p := c.byPath[path]
	if p == nil {
		p = &commonPackage{}
		c.byPath[path] = p
	}
	return p
}
