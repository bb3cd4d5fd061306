package checktest

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// The limits of a search with -short.
const (
	ShortBound         = 2
	ShortInterleavings = 1000
)

// setFlags changes the options as the flags and -short ask for.
func (c *check) setFlags() error {
	c.Helper()
	o := &c.options
	if testing.Short() {
		asked := o.For(&c.model)
		bounded := asked
		bounded.Bound = bounding.Tree(ShortBound)
		possible := bounded.Validate(&c.model, func(field string) string { return field }) == nil // a stateful search cannot have one
		if possible && asked.Bound.Limit() > ShortBound {
			o.Bound = bounded.Bound
		}
		if n := asked.MaxInterleavings; n == 0 || n > ShortInterleavings {
			o.MaxInterleavings = ShortInterleavings
		}
		o.RequireComplete = false
	}
	for _, set := range flagOptions {
		set(o)
	}
	if err := c.parameters(); err != nil {
		return err
	}
	if replayFlag == "" {
		return nil
	}
	f, err := replayFailure()
	if err != nil {
		return err
	}
	if f.OfAnother(c.model.Name) {
		c.Skipf("-checkmodel.replay %s is of model %s, not of %s", replayFlag, f.Model(), printable.OneLine(c.model.Name))
	}
	if other := f.OtherParameters(&c.model); other != "" {
		return fmt.Errorf("-checkmodel.replay was found with other parameters; give -checkmodel.set %s, too", other)
	}
	restoring(&o.Options, &c.model, f)
	return setReplay(&o.Options, f)
}
