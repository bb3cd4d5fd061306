package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/trace"
)

// States counts the states and transitions of a stateful search.
type States struct {
	States        int     `json:"states"`
	Pairs         int     `json:"pairs"`       // of a state and a sleep set
	Transitions   int     `json:"transitions"` // steps that were executed from them
	BytesPerState float64 `json:"bytes_per_state"`
	// Forgotten is how many pairs were forgotten because of the memory limit. If there are any, the other
	// numbers count pairs again that were explored again.
	Forgotten int `json:"forgotten_pairs,omitempty"`
	// CollisionOdds is the greatest probability that two different states were taken for one.
	CollisionOdds float64 `json:"collision_odds"`
	// Endless is how often an interleaving came back to a state on its own path, and Loop is the one
	// that repeats the fewest events then.
	Endless int        `json:"endless,omitempty"`
	Loop    *Violation `json:"loop,omitempty"`
}

// statesOf returns nil if it was another search.
func (it *Item) statesOf() *States {
	m := it.Result.Merged
	if m == nil {
		return nil
	}
	s := &States{
		States: m.States, Pairs: m.Pairs, Transitions: m.Transitions, BytesPerState: bytesPerState(m),
		Forgotten: m.Forgotten, CollisionOdds: m.CollisionOdds(), Endless: m.Endless,
	}
	if l := it.Result.Loop; l != nil && m.Endless > 0 {
		v := it.violation(l)
		s.Loop = &v
	}
	return s
}

// bytesPerState rounds to a tenth.
func bytesPerState(m *trace.Merged) float64 {
	return float64(m.Bytes*10/int64(max(1, m.States))) / 10
}

// interleavings returns how many interleavings were explored, or how many the states stand for.
func interleavings(r *checker.Result) trace.Count {
	if r.Merged != nil {
		return r.Merged.Interleavings
	}
	return trace.CountOf(uint64(r.Interleavings))
}

// violating returns how many of them have a violation.
func violating(r *checker.Result) trace.Count {
	if r.Merged != nil && r.Merged.Violating != (trace.Count{}) {
		return r.Merged.Violating
	}
	return trace.CountOf(uint64(r.Violating))
}

// Count is a number, in decimal ("" is 0), that may be too large for numbers in JSON. It is a string there if it is beyond
// 2^53, and says so if there may be more (see [trace.Count]).
type Count string

func countOf(c trace.Count) Count { return Count(c.String()) }

// MarshalJSON implements json.Marshaler.
func (c Count) MarshalJSON() ([]byte, error) {
	if c == "" {
		c = "0"
	}
	if n, err := strconv.ParseUint(string(c), 10, 64); err == nil && n <= 1<<53 {
		return strconv.AppendUint(nil, n, 10), nil
	}
	return strconv.AppendQuote(nil, string(c)), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Count) UnmarshalJSON(text []byte) error {
	s := string(text)
	if unquoted, err := strconv.Unquote(s); err == nil {
		s = unquoted
	}
	if s == beyond {
		*c = Count(s)
		return nil
	}
	if s == "" || len(s) > maxDigits || slices.ContainsFunc([]byte(s), func(b byte) bool { return b < '0' || b > '9' }) {
		return fmt.Errorf("%.50s is no number of interleavings", text)
	}
	*c = Count(s)
	return nil
}

// beyond is the greatest [trace.Count], which stands for all larger ones.
var beyond = trace.CountOfHalves(math.MaxUint64, math.MaxUint64).String()

// maxDigits is the number of digits of the greatest [trace.Count].
const maxDigits = 39

// states says how much a search of states explored and remembered.
func (t sections) states() {
	m := t.r.Merged
	if m == nil || m.States == 0 {
		return
	}
	t.paragraph(t.b, fmt.Sprintf("%s (%s with a sleep set) and %s; %g bytes for each state. %s",
		plural(m.States, "state"), plural(m.Pairs, "pair"), plural(m.Transitions, "transition"), bytesPerState(m), fmt.Sprintf("The odds that two different states were taken for one are at most %.0e.", m.CollisionOdds())))
	if t.r.Viewed {
		t.paragraph(t.b, "States that look the same by the View of the model were taken for one. So the verdict holds if they go on in the same way, except for the parts that the View leaves out.")
	}
	if m.Forgotten > 0 {
		t.paragraph(t.b, fmt.Sprintf("Of the pairs, %d were forgotten to stay within the memory limit of %s. States, pairs and transitions that were explored again "+
			"are counted again; the number of interleavings is exact. With more memory the search is faster.", m.Forgotten, memory.Size(t.r.Options.Memory)))
	}
}

// cycles writes how many states were explored to find fair infinite interleavings, and dead ends.
func (t sections) cycles() {
	c := t.r.Cycles
	if c == nil || c.States == 0 {
		return
	}
	text := fmt.Sprintf("To judge what must hold some time, or be possible again, %s and %s were explored.", plural(c.States, "state"), plural(c.Transitions, "transition"))
	if c.Cut > 0 {
		text += fmt.Sprintf(" What follows %s of them is not known, as these are at the depth limit of %s.", fmt.Sprint(c.Cut), plural(t.r.Options.MaxEvents, "event"))
	}
	if c.Beyond > 0 {
		text += fmt.Sprintf(" What follows %d of them is not known, as Within of the model returns false for these.", c.Beyond)
	}
	if t.r.Stop == checker.Canceled || t.r.Stop == checker.OutOfMemory {
		text += " There may be more, so it is not known whether that holds."
	}
	t.paragraph(t.b, text)
	if t.r.DepthCut == 0 { // otherwise endless lists it
		t.growth()
	}
}

// withoutEnd explains that interleavings need not end, and shows one.
func (t sections) withoutEnd() {
	violated := slices.ContainsFunc(t.d.Distinct, func(v Violation) bool { return v.LoopFrom > 0 }) // which shows one
	if t.d.States == nil || t.d.Loop == nil || violated {
		return
	}
	text := "Interleavings need not end, and those that do not are not counted. All their states were visited, "
	if t.d.Cycles == nil {
		text += "but nothing is said of what must happen in them."
	} else {
		text += "and what must hold some time in those that are fair, or be possible again, was judged."
	}
	t.paragraph(t.b, text)
	t.b.WriteByte('\n')
	t.describing(t.b, t.d.Loop).write()
}
