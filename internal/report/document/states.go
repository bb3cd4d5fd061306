package document

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// Explored returns the number of interleavings that all searches explored.
func Explored(r *checker.Result) (n trace.Count) {
	if len(r.Levels) == 0 {
		return Interleavings(r)
	}
	for _, l := range r.Levels {
		n = n.Plus(trace.CountOf(uint64(l.Interleavings)))
	}
	return n
}

// States counts the states and transitions of a stateful search.
type States struct {
	States        int     `json:"states"`
	Pairs         int     `json:"pairs"`       // of a state and a sleep set
	Transitions   int     `json:"transitions"` // steps that were executed from them
	BytesPerState float64 `json:"bytes_per_state"`
	// Forgotten is the number of pairs forgotten because of the memory limit. If it is not 0, the other numbers
	// count a pair each time that it was explored.
	Forgotten int `json:"forgotten_pairs,omitempty"`
	// CollisionOdds is the greatest probability that two different states were taken for one.
	CollisionOdds float64 `json:"collision_odds"`
	// Symmetric says that states count as one if an exchange of processes of Model.Symmetric makes them equal.
	Symmetric bool `json:"symmetric,omitempty"`
	// Endless is the number of returns of interleavings to a state on their own path, and Loop is the return
	// that repeats the fewest events.
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
		States: m.States, Pairs: m.Pairs, Transitions: m.Transitions, BytesPerState: BytesPerState(m),
		Forgotten: m.Forgotten, CollisionOdds: m.CollisionOdds(), Symmetric: m.Symmetric, Endless: m.Endless,
	}
	if l := it.Result.Loop; l != nil && m.Endless > 0 {
		v := it.Violation(l)
		s.Loop = &v
	}
	return s
}

// BytesPerState rounds to a tenth.
func BytesPerState(m *trace.Exploration) float64 {
	return float64(m.Bytes*10/int64(max(1, m.States))) / 10
}

// Interleavings returns how many interleavings were explored, or how many the states stand for.
func Interleavings(r *checker.Result) trace.Count {
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
