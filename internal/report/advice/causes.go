package advice

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// Listed is the maximal number of causes, and of pieces of advice, in a report.
const Listed = 10

// place returns a place in the model with the operation there. Operations of timers, and the ends
// of processes, have no place.
func CausePlace(t prose.Text, s *checker.Side) string {
	what := prose.Shorten(prose.Clean(s.Process), prose.MaxWho) + ": " + prose.Shorten(prose.Clean(story.Briefly(nil, s)), 70)
	if s.Source == "" {
		return what
	}
	return t.Source(s.Source) + "  " + what
}

// position returns a place in the model in one word.
func position(t prose.Text, s *checker.Side) string {
	switch {
	case s.Source == "" && s.Kind == story.KindExit:
		return "the end of " + prose.Clean(s.Process)
	case s.Source == "" && s.Kind == story.KindDown: // a consequence of an end
		return "what the end of " + prose.Clean(s.Process) + " tells others"
	case s.Source == "":
		return prose.Clean(s.Process)
	}
	return t.Source(s.Source)
}

// advice says how to avoid some of the interleavings.
type advice struct {
	Count  int // of the interleavings
	Text   string
	Places []causePlace // that it refers to, if any
}

type causePlace struct {
	Count int
	Place string
}

// advisor collects advice, and merges the same advice about several causes.
type advisor struct {
	given []advice
}

// give gives advice about a cause, and places in it.
func (a *advisor) give(c *checker.Cause, places []string, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	i := slices.IndexFunc(a.given, func(g advice) bool { return g.Text == text })
	if i < 0 {
		i = len(a.given)
		a.given = append(a.given, advice{Text: text})
	}
	g := &a.given[i]
	g.Count += c.Count
	for _, p := range slices.Compact(places) {
		k := slices.IndexFunc(g.Places, func(q causePlace) bool { return q.Place == p })
		if k < 0 {
			k = len(g.Places)
			g.Places = append(g.Places, causePlace{Place: p})
		}
		g.Places[k].Count += c.Count
	}
}

// advice returns the advice, sorted by the number of interleavings it is about.
func Pieces(t prose.Text, d *document.Document) []advice {
	var a advisor
	for i := range d.Causes {
		advise(t, &a, &d.Causes[i])
	}
	slices.SortStableFunc(a.given, func(x, y advice) int { return y.Count - x.Count })
	for _, g := range a.given {
		slices.SortStableFunc(g.Places, func(x, y causePlace) int { return y.Count - x.Count })
	}
	return a.given[:min(Listed, len(a.given))]
}

func advise(t prose.Text, a *advisor, c *checker.Cause) {
	places := []string{position(t, &c.First), position(t, &c.Second)}
	either := func(is func(*checker.Side) bool) bool { return is(&c.First) || is(&c.Second) }
	switch {
	case c.Choice:
		a.give(c, places, "A choice multiplies what comes after it. A model for each outcome is smaller.")
	case c.Ends:
		a.give(c, places[1:], "%s can be ended before any of its operations. If the moment makes no\ndifference, let it be ended at one place, or end by itself.", prose.Clean(c.First.Process))
	case c.Unseen:
		a.give(c, places, "No receive can tell which of these messages to %s came first.\nSearch with -receive-patterns, the default.", prose.Clean(c.Mailbox))
	case c.Living:
		a.give(c, places, "A rule of the living (Living) can tell when a process ends that has exposed a state.\nLeave Living out if ends make no difference to the rule, or let the process wait as a\ndaemon instead of ending where that makes none.")
	case c.Shown:
		a.give(c, places, "A rule can tell in which order these states are exposed, or events announced. Expose\nless, and less often; what different rules are about, as different types. A rule that\nis about the end only can be Finally, which costs nothing; one of calls and returns can\nhave Intervals.")
	case c.Table != "":
		a.give(c, places, "Several processes change table %s. Lookups do not race with each other, nor\ndo operations under different keys: a key for each writer may do.", prose.Clean(c.Table))
	case c.Mailbox != "" && c.Receive != nil && c.Receive.Any && either(answersLate):
		a.give(c, places, "The receive at %s takes any message, also answers to requests. If an answer changes\nnothing once it comes too late, take it only as long as it is wanted: receive it where\nit is waited for, as Call does, or by proc.Given with what the process waits for.", t.Source(c.Receive.Source))
	case c.Mailbox != "" && c.Receive != nil && c.Receive.Any:
		a.give(c, places, "The receive at %s takes any message, so any two of them race.\nLet it select what it wants, if the order makes no difference; if that depends on the\nstate of the process, by proc.Given. Of requests to a server, one that only reads can\nlook its answer up in a table: lookups do not race. One whose answer is not always\nneeded can be made conditional. They come from (a pair counts at both)", t.Source(c.Receive.Source))
	case c.Mailbox != "" && c.Receive != nil:
		a.give(c, places, "The receive at %s takes what comes first. If the order makes no\ndifference, select by sender: receive from one, then from the other. Where any two of\nthree will do, and only which of them counts, Pick them first.", t.Source(c.Receive.Source))
	case either(timesOut):
		a.give(c, places, "A receive with a timeout may give up before any message that is still to come.\nIf that makes no difference, receive without a timeout.")
	case either(expires):
		a.give(c, places, "A timer may expire at any moment. Where only a few moments matter, let a process choose\nthere whether to send its message.")
	default:
		a.give(c, places, "Split the model, so that fewer processes come to these places in each: two of a kind\nin one, say, and one of each kind in another.")
	}
}

// answersLate reports whether an operation sends the answer to a request.
func answersLate(s *checker.Side) bool { return s.Reply && s.Kind != story.KindDeliver }

func timesOut(s *checker.Side) bool { return slices.Contains(story.KindsTimeout, s.Kind) }

func expires(s *checker.Side) bool { return s.Kind == story.KindExpire }
