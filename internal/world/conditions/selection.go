package conditions

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// Selection holds the patterns of one receive, and remembers for which messages they were called. It
// is safe for concurrent use.
type Selection struct {
	*Evaluator
	patterns []mailbox.Pattern
	mu       sync.Mutex
	known    atomic.Pointer[verdicts] // replaced, not changed, under mu
}

// verdicts holds the remembered results of a selection. If there are many, they are not sorted again for each message.
type verdicts struct {
	sorted []verdict
	recent []verdict
}

// manySorted is the number of sorted verdicts above which others are recent first; manyRecent is the maximal number of recent ones.
const manySorted, manyRecent = 64, 64

// verdict is a message, and in the lowest bit whether it matches. It is small because there is a
// selection for each receive of each history.
type verdict uint64

const matches verdict = 1

func about(v trace.ValueID) verdict    { return verdict(v) << 1 }
func (a verdict) value() trace.ValueID { return trace.ValueID(a >> 1) }

// Select returns the patterns of a receive.
func (c *Evaluator) Select(patterns []mailbox.Pattern) trace.Patterns {
	return &Selection{Evaluator: c, patterns: patterns}
}

// Compared is Select for a receive that is only compared with an earlier receive. The result is valid until the next call.
func (c *Evaluator) Compared(patterns []mailbox.Pattern) trace.Patterns {
	c.compared.Evaluator, c.compared.patterns = c, patterns
	return &c.compared
}

// Match implements trace.Patterns.
func (s *Selection) Match(v trace.ValueID) bool {
	if known, yes, _ := s.knownVerdict(v); known {
		return yes
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known, yes, place := s.knownVerdict(v)
	if !known {
		yes = s.evaluate(v)
		s.remember(v, yes, place)
	}
	return yes
}

// Same reports whether the other patterns certainly match the same messages; see package trace. Two
// patterns of one type without fields are the same.
func (s *Selection) Same(other any) bool {
	o, ok := other.(*Selection)
	return ok && slices.EqualFunc(s.patterns, o.patterns, func(p, q mailbox.Pattern) bool {
		if g, ok := p.(*StatePattern); ok {
			h, ok := q.(*StatePattern)
			return ok && g.same(h)
		}
		t := reflect.TypeOf(p)
		return t == reflect.TypeOf(q) && t.Size() == 0
	})
}

// knownVerdict returns whether the message matches, if known, and the index of this verdict among the sorted verdicts.
func (s *Selection) knownVerdict(v trace.ValueID) (known, yes bool, place int) {
	all := s.known.Load()
	if all == nil {
		return false, false, 0
	}
	if len(all.sorted) > 8 {
		place, _ = slices.BinarySearch(all.sorted, about(v))
	}
	for ; place < len(all.sorted) && all.sorted[place].value() <= v; place++ {
		if a := all.sorted[place]; a.value() == v {
			return true, a&matches != 0, place
		}
	}
	for _, a := range all.recent {
		if a.value() == v {
			return true, a&matches != 0, place
		}
	}
	return false, false, place
}

// answers returns all that is remembered, in order.
func (s *Selection) answers() []verdict {
	all := s.known.Load()
	if all == nil {
		return nil
	}
	answers := slices.Concat(all.sorted, all.recent)
	slices.Sort(answers)
	return answers
}

// remember adds a verdict, which belongs at that place among the sorted ones.
func (s *Selection) remember(v trace.ValueID, yes bool, place int) {
	a := about(v)
	if yes {
		a |= matches
	}
	all := verdicts{}
	if was := s.known.Load(); was != nil {
		all = *was
	}
	switch {
	case len(all.sorted) < manySorted:
		all.sorted = slices.Insert(slices.Clone(all.sorted), place, a)
	case len(all.recent) < manyRecent:
		all.recent = append(slices.Clone(all.recent), a)
	default:
		all.sorted, all.recent = append(s.answers(), a), nil
		slices.Sort(all.sorted)
	}
	s.known.Store(&all)
}

func (s *Selection) evaluate(v trace.ValueID) bool {
	return slices.ContainsFunc(s.patterns, func(p mailbox.Pattern) bool {
		return s.hold(
			func() bool { return p.Matches(s.values.Get(v)) },
			func() string { return s.text(describePattern(p), v) })
	})
}

func (s *Selection) text(pattern string, v trace.ValueID) string {
	return fmt.Sprintf("the receive pattern %q, asked about the message %s,", pattern, s.values.Text(v))
}

func (s *Selection) Recheck(other any) (n int, difference string) {
	o := other.(*Selection)
	for _, was := range slices.Backward(s.answers()) { // not in the order in which they were asked
		n++
		if now := o.evaluate(was.value()); now != (was&matches != 0) {
			return n, differs(s.text(s.String(), was.value()), now)
		}
	}
	return n, ""
}

func (s *Selection) Forget() { s.known.Store(nil) }

func (s *Selection) Refusal(v trace.ValueID) string {
	return mailbox.Refusal(s.values.Get(v), s.patterns...)
}

func (s *Selection) String() string { return patternNames(s.patterns, describePattern) }

// WithoutLast is String without the last pattern.
func (s *Selection) WithoutLast() string {
	return patternNames(s.patterns[:len(s.patterns)-1], describePattern)
}

// Types calls yield with the types of the messages that patterns take, if these are no interfaces.
func (s *Selection) Types(yield func(reflect.Type) bool) {
	for _, p := range s.patterns {
		if t := mailbox.Takes(p); t != nil && t.Kind() != reflect.Interface && !yield(t) {
			return
		}
	}
}

// TakesAny reports whether the receive takes any message.
func (s *Selection) TakesAny() bool { return slices.Contains(s.patterns, mailbox.Any()) }

// Kind is String without the states of Given patterns.
func (s *Selection) Kind() string {
	return patternNames(s.patterns, func(p mailbox.Pattern) string {
		if g, ok := p.(*StatePattern); ok {
			return g.asks()
		}
		return describePattern(p)
	})
}

func patternNames(patterns []mailbox.Pattern, name func(mailbox.Pattern) string) string {
	var names []string
	for _, p := range patterns {
		names = append(names, name(p))
	}
	return strings.Join(names, " or ")
}

// describePattern returns p.String(). The String method of a model's own pattern may panic.
func describePattern(p mailbox.Pattern) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a %T whose String method panics", p)
		}
	}()
	return p.String()
}

// Alike reports whether two receives have patterns of the same types, with the same states. Functions
// cannot be compared.
func Alike(a, b any) bool {
	x, isX := a.(*Selection)
	y, isY := b.(*Selection)
	if !isX || !isY {
		return reflect.TypeOf(a) == reflect.TypeOf(b)
	}
	return slices.EqualFunc(x.patterns, y.patterns, func(p, q mailbox.Pattern) bool {
		g, isG := p.(*StatePattern)
		h, isH := q.(*StatePattern)
		return reflect.TypeOf(p) == reflect.TypeOf(q) && (!isG || !isH || g.alike(h))
	})
}
