package judge

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Kind identifies violations that are the same for a reader. Only the shortest of them is
// described.
type Kind struct{ Property, Text string }

// KindOf returns the kind of a violation: of those with the same text, or without one with the same explanation.
func KindOf(v *result.Violation) Kind { return Kind{v.Property, cmp.Or(v.Kind, v.Explanation)} }

// nth is the suffix of the name of each process but the first with that name. amount is a number or a duration.
var (
	nth    = regexp.MustCompile(`#[0-9]+`)
	amount = regexp.MustCompile(`([0-9]+([.][0-9]+)?(ns|µs|us|ms|s|m|h)?)+`)
)

// textOf returns the explanation of a violation of the interleaving of a player without numbers. It removes the names of
// processes, too, unless the property is part of every model.
func textOf(v *result.Violation, p *stage.Player) string {
	text := v.Explanation
	if v.Property != proc.NoCrash && v.Property != proc.NoDeadlock { // the process that crashes or waits is the point
		text = withoutNames(text, started(p))
	}
	return amount.ReplaceAllString(nth.ReplaceAllString(text, ""), "0")
}

// started returns the names of the processes in the interleaving of a player, longest first.
func started(p *stage.Player) (names []string) {
	events, w := p.Events(), p.World()
	if len(events) > 0 {
		names = append(names, w.Actor(0).Name)
	}
	for i := range events {
		if a := events[i].Starts(); a != trace.NoActor {
			names = append(names, w.Actor(a).Name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return names
}

// withoutNames returns the text with … in place of each of the names that is a word, or several, in it. Longer names must come before others.
func withoutNames(text string, names []string) string {
	var b strings.Builder
	for within := false; text != ""; { // within says that a word has begun
		if i := slices.IndexFunc(names, func(name string) bool { return !within && startsWith(text, name) }); i >= 0 {
			b.WriteString("…")
			text = text[len(names[i]):]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteString(text[:size])
		text, within = text[size:], inWord(r)
	}
	return b.String()
}

// startsWith reports whether the text begins with the name, and no word goes on after it.
func startsWith(text, name string) bool {
	rest, ok := strings.CutPrefix(text, name)
	next, _ := utf8.DecodeRuneInString(rest)
	return ok && name != "" && !inWord(next)
}

func inWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// ManyKinds is the limit on kinds of violations that are kept, besides the first kind of each further
// property. If explanations name values, there may be a kind for each interleaving.
const ManyKinds = 100

// descriptions records which violations a worker has described in a task. They enter the tally in order.
type descriptions struct {
	task     int
	shortest kinds
}

// knows reports whether the violation need not be described in the task. If not, it records the violation.
func (t *descriptions) knows(task int, v *result.Violation) bool {
	if task == 0 {
		return false
	}
	if t.task != task {
		t.task, t.shortest = task, kinds{}
	}
	known, surplus := t.shortest.add(v, func(all, of int) bool { return all < ManyKinds || of == 0 })
	return known || surplus // the tally will be full, too
}

// kinds maps kinds of violations to the length of the shortest.
type kinds map[Kind]int

// manyAtOnce is the number of kinds of one property that are kept for one interleaving. A supervisor may
// restart a process that panics with another text each time.
const manyAtOnce = 10

// add adds a violation. known reports that a violation of its kind which is not longer is known. surplus
// reports that its kind is new, and that there is no room for another kind, or for another of its property.
func (ks kinds) add(v *result.Violation, room func(all, of int) bool) (known, surplus bool) {
	k := KindOf(v)
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
		if k.Property == property {
			n++
		}
	}
	return n
}
