package checktest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// parameters returns an error for each parameter that cannot have the value that -checkmodel.set gives it. It skips the test of a
// model without any of the parameters that the flag names.
func (c *check) parameters() error {
	c.Helper()
	has := false
	var all []error
	for _, p := range c.model.Parameters {
		if n, given := parameterFlag[p.Name]; given {
			has = true
			if err := p.Fits(n); err != nil {
				all = append(all, fmt.Errorf("-checkmodel.set: %w", err))
			}
		}
	}
	if len(parameterFlag) > 0 && !has {
		c.Skipf("model %s has none of the parameters that -checkmodel.set names", printable.OneLine(c.model.Name))
	}
	return problems.Join(all...)
}

// lackParameters returns an error for each parameter that -checkmodel.set names and none of the models has: a test that skips all
// of them must not look like a success.
func lackParameters(models []checker.Model) error {
	known := map[string]bool{}
	for _, m := range models {
		for _, p := range m.Parameters {
			known[p.Name] = true
		}
	}
	there := "they have none (checker.Model.Parameters)"
	if len(known) > 0 {
		there = "they have " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
	}
	var all []error
	for _, name := range slices.Sorted(maps.Keys(parameterFlag)) {
		if !known[name] {
			all = append(all, fmt.Errorf("-checkmodel.set: none of the models of this test has a parameter %q; %s", name, there))
		}
	}
	return problems.Join(all...)
}
