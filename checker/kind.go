package checker

import (
	"regexp"
	"strings"
)

// kind identifies violations of which only the shortest is described.
type kind struct{ property, explanation string }

// nth is the suffix of the name of each process but the first with that name.
var nth = regexp.MustCompile(`#[0-9]+`)

// kind returns the kind of a violation. It does not depend on which of several processes with one name
// has the violation.
func (v *Violation) kind() kind {
	text := v.Explanation
	if rest, ok := strings.CutPrefix(text, "process "+v.Process+" "); ok {
		text = "process " + nth.ReplaceAllString(v.Process, "") + " " + rest
	}
	return kind{v.Property, text}
}

// alike reports whether both are of one kind.
func (v *Violation) alike(w *Violation) bool {
	return v.kind() == w.kind()
}

// manyKinds is the number of kinds of violations that are kept, besides one of each further property.
// Where explanations name values, there may be a kind for each interleaving.
const manyKinds = 100

// described records the violations that a worker has described in a task. They enter the tally in
// order, so if one of them does, those before it have.
type described struct {
	task     int
	shortest kinds
}

// knows reports whether a violation of the kind, not longer, has been described in the task. If not, it
// records the violation.
func (t *described) knows(task int, v *Violation) bool {
	if task == 0 {
		return false
	}
	if t.task != task {
		t.task, t.shortest = task, kinds{}
	}
	k := v.kind()
	switch length, ok := t.shortest[k]; {
	case ok && length <= v.Length:
		return true
	case !ok && len(t.shortest) >= manyKinds && t.shortest.of(v.Property) > 0: // the tally will be full, too
		return true
	}
	t.shortest[k] = v.Length
	return false
}

// kinds maps kinds of violations to the length of the shortest.
type kinds map[kind]int

// of returns the number of kinds of the property.
func (ks kinds) of(property string) (n int) {
	for k := range ks {
		if k.property == property {
			n++
		}
	}
	return n
}

// manyAtOnce is the number of kinds of one property that are kept for one interleaving. A supervisor may
// restart a process that panics with another text each time, and each kind must be repeated.
const manyAtOnce = 10

// note notes a violation of an interleaving. It reports whether there are too many kinds of its
// property, and whether one of its kind, not longer, was noted before.
func (ks *kinds) note(v *Violation) (surplus, known bool) {
	k := v.kind()
	length, ok := (*ks)[k]
	known = ok && length <= v.Length
	if !ok && ks.of(v.Property) >= manyAtOnce {
		return true, false
	}
	if *ks == nil {
		*ks = kinds{}
	}
	if !known {
		(*ks)[k] = v.Length
	}
	return false, known
}
