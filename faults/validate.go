package faults

import (
	"fmt"
	"path"
	"slices"

	"github.com/checkmodel/checkmodel/internal/problems"
)

// Validate returns an error with a line for each part of the budget that makes no sense, or nil. bag says that messages arrive in any order
// anyway.
func (f *Budget) Validate(bag bool) error {
	var all []error
	problem := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	check := func(k *Kind, field any, text string) {
		if err := k.check(field); err != nil {
			problem("has %s; %v", text, err)
		} else if n, _ := field.(*int); k.Name == "reorderings" && *n > 0 && bag {
			problem("has %s, but messages in a bag arrive in any order anyway; leave it out, or choose another delivery", text)
		}
	}
	for i := range kinds {
		k := &kinds[i]
		field := k.field(f)
		text, set := k.text(field)
		check(k, field, text)
		if policy, _ := field.(*DiskPolicy); policy != nil && *policy == DiskSynced {
			continue // the same as none
		}
		if set && k.needs != "" && !f.has(k.needs) {
			problem("has %s, but %s; %s makes a difference only with %s", text, k.lacks, k.Name, k.needs)
		}
		for _, l := range f.Links {
			if k.ofLink != nil {
				check(k, k.ofLink(&l), l.String())
			}
		}
	}
	f.validateNodes(problem)
	for i, l := range f.Links {
		for _, p := range l.patterns() {
			if _, err := path.Match(p, ""); err != nil {
				problem("has %v, where %q is not a valid pattern; see path.Match", l, p)
			}
		}
		if slices.ContainsFunc(f.Links[:i], func(m Link) bool { return m.patterns() == l.patterns() }) {
			problem("has %v after another link with the same patterns, which counts for all its messages; make one of them", l)
		}
	}
	return problems.Join(all...)
}

// validateNodes reports problems with the budgets of nodes.
func (f *Budget) validateNodes(problem func(format string, args ...any)) {
	for i, n := range f.Nodes {
		for j := range kinds {
			k := &kinds[j]
			if k.ofNode == nil {
				continue
			}
			if number := k.ofNode(&n); k.check(number) != nil {
				or := ""
				if k.always {
					or = ", or " + k.Name + "=" + always
				}
				problem("has %v; %s=%d must be a number from 0 to %d%s", n, k.Name, *number, k.max, or)
			}
		}
		switch {
		case n.Restarts > 0 && f.Restarts == AfterEachCrash:
			problem("has %v, but each crashed node is restarted; leave out restarts of some nodes, or %s=%s", n, "restarts", always)
		case n.Restarts != 0 && n.Crashes == 0:
			problem("has %v, but these nodes do not crash; a node with an entry of its own has no other faults", n)
		}
		if _, err := path.Match(n.Name, ""); err != nil {
			problem("has %v, where %q is not a valid pattern; see path.Match", n, n.Name)
		}
		if slices.ContainsFunc(f.Nodes[:i], func(m Node) bool { return m.pattern() == n.pattern() }) {
			problem("has %v after other numbers of the same nodes, which count for them; make one of them", n)
		}
	}
}
