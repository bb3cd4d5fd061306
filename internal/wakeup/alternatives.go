package wakeup

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Span is a range of alternatives of a choice, both ends included.
type Span struct{ First, Last int32 }

// Has reports whether the alternative is in the span.
func (s Span) Has(alternative int32) bool { return s.First <= alternative && alternative <= s.Last }

// common returns the alternatives in both spans, and whether there are any.
func (s Span) common(t Span) (both Span, any bool) {
	both = Span{max(s.First, t.First), min(s.Last, t.Last)}
	return both, both.First <= both.Last
}

// Outside returns the first n alternatives without the alternatives in the spans. It sorts the spans.
func Outside(spans []Span, n int32) (rest []Span) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.First, b.First) })
	first := int32(0)
	for _, s := range spans {
		if s.First > first {
			rest = append(rest, Span{first, s.First - 1})
		}
		first = max(first, s.Last+1)
	}
	if first < n {
		rest = append(rest, Span{first, n - 1})
	}
	return rest
}

// Initial is the first event of a branch. If it is a choice, it may stand for More alternatives. If it is a fault of a
// message, Left is how many more like it the budget admits.
type Initial struct {
	Event *trace.Event
	More  int32
	Left  int32
	// Footprint is the footprint of the event, so that few events are compared with it; zero if that is not known.
	Footprint causality.Footprint
}

// Alternatives returns the alternatives that the event stands for.
func (i Initial) Alternatives() Span {
	return Span{i.Event.Alternative, i.Event.Alternative + i.More}
}
