package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// listed is the maximal number of causes, and of pieces of advice, in a report.
const listed = 10

// causes writes why there are so many interleavings, and possible remedies.
func (t sections) causes() {
	if len(t.d.Causes) == 0 {
		return
	}
	fmt.Fprintf(t.b, "\n  %s\n\n", t.Broken("Why there are so many interleavings: each but the first was explored because two\n  operations can come in either order, or a choice can turn out differently.", 2, 2))
	for i := range t.d.Causes[:min(listed, len(t.d.Causes))] {
		c := &t.d.Causes[i]
		first, second := t.place(&c.First), t.place(&c.Second)
		switch {
		case c.Choice:
			second = ""
		case c.Ends:
			first, second = second, "ends "+clean(c.First.Process)+" sooner or later"
		}
		fmt.Fprintf(t.b, "  %6d  %s\n", c.Count, t.Broken(first, 10, 14))
		if second != "" {
			fmt.Fprintf(t.b, "          %s\n", t.Broken(second, 10, 14))
		}
		if c.Living {
			t.b.WriteString("          (a rule of the living can tell which came first)\n")
		}
	}
	if more := len(t.d.Causes) - listed; more > 0 {
		fmt.Fprintf(t.b, "          and %s\n", plural(more, "more pair"))
	}
	t.remedies()
	t.b.WriteString("\n  What may help:\n")
	for _, a := range t.advice() {
		fmt.Fprintf(t.b, "  %6d  %s\n", a.count, t.Broken(strings.ReplaceAll(a.text, "\n", "\n          "), 10, 10))
		for _, p := range a.places {
			fmt.Fprintf(t.b, "          %6d  %s\n", p.count, t.Broken(p.place, 18, 22))
		}
	}
}

// remedies says which changes leave how many interleavings, as was counted.
func (t sections) remedies() {
	if len(t.d.Remedies) > 0 {
		t.b.WriteString("\n  What changes save, counted by searches with them:\n")
	}
	for _, s := range t.d.Remedies {
		left := fmt.Sprintf("(%d of %s left)", s.Interleavings, t.d.Interleavings)
		fmt.Fprintf(t.b, "  %6d  %s\n", explored(t.r).Int()-s.Interleavings, t.Broken(effect(&s)+" "+left, 10, 10))
	}
}

// place returns a place in the model with the operation there. Operations of timers, and the ends
// of processes, have no place.
func (t sections) place(s *checker.Side) string {
	what := shorten(clean(s.Process), maxWho) + ": " + shorten(clean(briefly(nil, s)), 70)
	if s.Source == "" {
		return what
	}
	return t.source(s.Source) + "  " + what
}

// position returns a place in the model in one word.
func (t sections) position(s *checker.Side) string {
	switch {
	case s.Source == "" && s.Kind == kindExit:
		return "the end of " + clean(s.Process)
	case s.Source == "" && s.Kind == kindDown: // a consequence of an end
		return "what the end of " + clean(s.Process) + " tells others"
	case s.Source == "":
		return clean(s.Process)
	}
	return t.source(s.Source)
}

// advice says how to avoid some of the interleavings.
type advice struct {
	count  int // of the interleavings
	text   string
	places []placed // that it refers to, if any
}

type placed struct {
	count int
	place string
}

// advisor collects advice, and merges the same advice about several causes.
type advisor struct {
	given []advice
}

// give gives advice about a cause, and places in it.
func (a *advisor) give(c *checker.Cause, places []string, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	i := slices.IndexFunc(a.given, func(g advice) bool { return g.text == text })
	if i < 0 {
		i = len(a.given)
		a.given = append(a.given, advice{text: text})
	}
	g := &a.given[i]
	g.count += c.Count
	for _, p := range slices.Compact(places) {
		k := slices.IndexFunc(g.places, func(q placed) bool { return q.place == p })
		if k < 0 {
			k = len(g.places)
			g.places = append(g.places, placed{place: p})
		}
		g.places[k].count += c.Count
	}
}

// advice returns the advice, sorted by the number of interleavings it is about.
func (t sections) advice() []advice {
	var a advisor
	for i := range t.d.Causes {
		t.advise(&a, &t.d.Causes[i])
	}
	slices.SortStableFunc(a.given, func(x, y advice) int { return y.count - x.count })
	for _, g := range a.given {
		slices.SortStableFunc(g.places, func(x, y placed) int { return y.count - x.count })
	}
	return a.given[:min(listed, len(a.given))]
}

func (t sections) advise(a *advisor, c *checker.Cause) {
	places := []string{t.position(&c.First), t.position(&c.Second)}
	either := func(is func(*checker.Side) bool) bool { return is(&c.First) || is(&c.Second) }
	switch {
	case c.Choice:
		a.give(c, places, "A choice multiplies what comes after it. A model for each outcome is smaller.")
	case c.Ends:
		a.give(c, places[1:], "%s can be ended before any of its operations. If the moment makes no\ndifference, let it be ended at one place, or end by itself.", clean(c.First.Process))
	case c.Unseen:
		a.give(c, places, "No receive can tell which of these messages to %s came first.\nSearch with -receive-patterns, the default.", clean(c.Mailbox))
	case c.Living:
		a.give(c, places, "A rule of the living (Living) can tell when a process ends that has exposed a state.\nLeave Living out if ends make no difference to the rule, or let the process wait as a\ndaemon instead of ending where that makes none.")
	case c.Shown:
		a.give(c, places, "A rule can tell in which order these states are exposed, or events announced. Expose\nless, and less often; what different rules are about, as different types. A rule that\nis about the end only can be Finally, which costs nothing; one of calls and returns can\nhave Intervals.")
	case c.Table != "":
		a.give(c, places, "Several processes change table %s. Lookups do not race with each other, nor\ndo operations under different keys: a key for each writer may do.", clean(c.Table))
	case c.Mailbox != "" && c.Receive != nil && c.Receive.Any && either(answersLate):
		a.give(c, places, "The receive at %s takes any message, also answers to requests. If an answer changes\nnothing once it comes too late, take it only as long as it is wanted: receive it where\nit is waited for, as Call does, or by proc.Given with what the process waits for.", t.source(c.Receive.Source))
	case c.Mailbox != "" && c.Receive != nil && c.Receive.Any:
		a.give(c, places, "The receive at %s takes any message, so any two of them race.\nLet it select what it wants, if the order makes no difference; if that depends on the\nstate of the process, by proc.Given. Of requests to a server, one that only reads can\nlook its answer up in a table: lookups do not race. One whose answer is not always\nneeded can be made conditional. They come from (a pair counts at both)", t.source(c.Receive.Source))
	case c.Mailbox != "" && c.Receive != nil:
		a.give(c, places, "The receive at %s takes what comes first. If the order makes no\ndifference, select by sender: receive from one, then from the other. Where any two of\nthree will do, and only which of them counts, Pick them first.", t.source(c.Receive.Source))
	case either(timesOut):
		a.give(c, places, "A receive with a timeout may give up before any message that is still to come.\nIf that makes no difference, receive without a timeout.")
	case either(expires):
		a.give(c, places, "A timer may expire at any moment. Where only a few moments matter, let a process choose\nthere whether to send its message.")
	default:
		a.give(c, places, "Split the model, so that fewer processes come to these places in each: two of a kind\nin one, say, and one of each kind in another.")
	}
}

// answersLate reports whether an operation sends the answer to a request.
func answersLate(s *checker.Side) bool { return s.Reply && s.Kind != kindDeliver }

func timesOut(s *checker.Side) bool { return s.Kind == kindTimeout }

func expires(s *checker.Side) bool { return s.Kind == kindExpire }
