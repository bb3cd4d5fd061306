package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
)

// Result is the result of a search of a model.
type Result struct {
	Model   Model
	Options Options
	result.Record
}

// Asked reports whether the model has properties of its own, besides the properties of every model: that
// no process crashes or waits for ever. A property that is listed but not asserted does not count. The
// answer is true if it is not known because the search was stopped.
func (r *Result) Asked() bool {
	return r.Stop != NotStopped || len(r.Asserted)+len(r.Model.Rules)+len(r.Model.Goals)+len(r.Model.Violates) > 0
}

// unasserted returns the listed properties that no process has asserted. If the search was stopped, properties with a count in
// Judged were asserted.
func (o *setup) unasserted(r *result.Record) []Property {
	m := &o.model
	if m.World != nil { // which tells only of violations
		return nil
	}
	if r.Stop != NotStopped && (o.Algorithm.Traits().Merges || len(r.Judged) >= 64) { // which counts no more
		return nil
	}
	judged := []string{proc.NoCrash, proc.NoDeadlock} // may be listed, too, as may rules and goals
	for _, p := range m.goalsAndRules() {
		judged = append(judged, p.Name)
	}
	return slices.DeleteFunc(slices.Clone(m.Properties), func(p Property) bool {
		return slices.Contains(r.Asserted, p.Name) || r.Judged[p.Name] > 0 || slices.Contains(judged, p.Name)
	})
}

// known is the part of a result that follows from the model.
func known(m *Model) tally.Known {
	return tally.Known{Violates: m.Violates, Unexplored: m.Unexplored}
}
