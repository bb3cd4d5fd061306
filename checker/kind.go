package checker

import (
	"regexp"
	"strings"
)

// kind identifies violations that are the same for a reader. Only the shortest of them is
// described.
type kind struct{ property, explanation string }

// nth is the suffix of the name of each process but the first with that name.
var nth = regexp.MustCompile(`#[0-9]+`)

// kind returns the kind of a violation. It is the same for all processes of one name.
func (v *Violation) kind() kind {
	text := v.Explanation
	if rest, ok := strings.CutPrefix(text, "process "+v.Process+" "); ok {
		text = "process " + nth.ReplaceAllString(v.Process, "") + " " + rest
	}
	return kind{v.Property, text}
}

func (v *Violation) alike(w *Violation) bool {
	return v.kind() == w.kind()
}

// manyKinds is the number of kinds of violations that are kept, besides one of each further property. If
// explanations name values, there may be a kind for each interleaving.
const manyKinds = 100

// described records which violations a worker has described in a task. They enter the tally in order.
type described struct {
	task     int
	shortest kinds
}

// knows reports whether the violation need not be described in the task. If not, it records the violation.
func (t *described) knows(task int, v *Violation) bool {
	if task == 0 {
		return false
	}
	if t.task != task {
		t.task, t.shortest = task, kinds{}
	}
	known, surplus := t.shortest.add(v, func(all, of int) bool { return all < manyKinds || of == 0 })
	return known || surplus // the tally will be full, too
}

// kinds maps kinds of violations to the length of the shortest.
type kinds map[kind]int

// manyAtOnce is the number of kinds of one property that are kept for one interleaving. A supervisor may
// restart a process that panics with another text each time.
const manyAtOnce = 10

// add adds a violation. known reports that a violation of its kind which is not longer is known. surplus
// reports that its kind is new, and that there is no room for another kind, or for another of its property.
func (ks kinds) add(v *Violation, room func(all, of int) bool) (known, surplus bool) {
	k := v.kind()
	length, ok := ks[k]
	if ok && length <= v.Length {
		return true, false
	}
	if !ok && !room(len(ks), ks.of(v.Property)) {
		return false, true
	}
	ks[k] = v.Length
	return false, false
}

// of returns the number of kinds of the property.
func (ks kinds) of(property string) (n int) {
	for k := range ks {
		if k.property == property {
			n++
		}
	}
	return n
}
