package checker

import (
	"iter"
	"regexp"
	"strings"
)

// kind is what violations have in common of which one, the shortest, is described.
type kind struct{ property, explanation string }

// nth is what the name of a process ends in that is not the first of its name.
var nth = regexp.MustCompile(`#[0-9]+`)

// kind returns that of a violation. Which of several processes of one name sees it
// makes no difference: all execute the same function, or a supervisor has started one
// after the other.
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

// manyKinds is how many kinds of violations are kept, each with the trace of one of them. Of
// each property there is one in any case. Where explanations name values, there may be a kind
// for each interleaving.
const manyKinds = 100

// full reports whether no further kind of violations of the property is kept, where those
// are known of which properties yields a property for each.
func full(property string, kinds int, properties iter.Seq[string]) bool {
	if kinds < manyKinds {
		return false
	}
	for known := range properties {
		if known == property {
			return true
		}
	}
	return false
}

// described is which violations a worker has described that the tally does not know of
// yet: those of one task. If one of them enters the tally, those before it have.
type described struct {
	task     int
	shortest map[kind]int // how many events led to the shortest
}

// knows reports whether such a violation, not longer, has been described in the task.
// If not, it will be.
func (t *described) knows(task int, v *Violation) bool {
	if task == 0 {
		return false
	}
	if t.task != task {
		t.task, t.shortest = task, map[kind]int{}
	}
	k := v.kind()
	switch length, ok := t.shortest[k]; {
	case ok && length <= v.Length:
		return true
	case !ok && full(v.Property, len(t.shortest), t.properties): // then the tally will be, when it is the turn of v
		return true
	}
	t.shortest[k] = v.Length
	return false
}

// properties yields the property of each kind.
func (t *described) properties(yield func(string) bool) {
	for k := range t.shortest {
		if !yield(k.property) {
			return
		}
	}
}

// kinds are those of the violations of one interleaving, each with how many events led to
// the shortest.
type kinds map[kind]int

// manyAtOnce is of how many kinds the violations of one property are that one interleaving
// shows. More would say nothing new of it, and where a supervisor starts again and again what
// panics each time with another text, there would be hundreds to execute again.
const manyAtOnce = 10

// note notes a violation. It reports whether it is of one kind too many, and whether one of
// its kind, not longer, was noted before.
func (ks *kinds) note(v *Violation) (beyond, known bool) {
	k, others := v.kind(), 0
	if length, ok := (*ks)[k]; ok {
		known = length <= v.Length
	} else {
		for other := range *ks {
			if other.property == k.property {
				others++
			}
		}
	}
	if others >= manyAtOnce {
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
