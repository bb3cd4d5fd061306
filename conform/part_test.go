package conform_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/systemlog"
)

// line is a line of a log in which a node grants a turn, or crashes with 0.
type line struct {
	node string
	turn int
}

func logOf(lines ...line) (log []systemlog.Line) {
	for i, l := range lines {
		next := systemlog.Line{Number: i + 1, Node: l.node, Event: "granted", Values: map[string]any{"turn": l.turn}}
		if l.turn == 0 {
			next.Event, next.Values = "crash", nil
		}
		log = append(log, next)
	}
	return log
}

// chosen has a process that grants turn 1 or 5, and then 2, 3 and 4, before another process grants the first one, too.
func chosen(p *proc.P) {
	b := p.Spawn("b", func(p *proc.P) { proc.Announce(p, granted{proc.Receive[int](p)}) })
	p.Spawn("a", func(p *proc.P) {
		first := 1 + 4*p.Choose(2)
		for _, turn := range []int{first, 2, 3, 4} {
			proc.Announce(p, granted{turn})
		}
		p.Send(b, first)
	})
}

// observed has a node that crashes, and a process that notices.
func observed(p *proc.P) {
	n := p.Spawn("n", func(p *proc.P) {
		proc.Announce(p, granted{1})
		p.Receive()
	}, proc.Node, proc.Daemon)
	p.Spawn("observer", func(p *proc.P) {
		p.Monitor(n)
		p.Receive()
		proc.Announce(p, granted{1})
		proc.Announce(p, granted{2})
	}, proc.Daemon)
}

// TestPart: the lines that fail alone are the fewest of each node, and crashes are never left out.
func TestPart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		main  func(*proc.P)
		log   []systemlog.Line
		total bool
		want  []conform.Span
	}{
		"the first of many": {chosen, logOf(line{"a", 1}, line{"a", 2}, line{"a", 3}, line{"a", 4}, line{"b", 5}), false, []conform.Span{{"a", 1, 1, 1}, {"b", 1, 5, 5}}},
		"ends early":        {chosen, logOf(line{"a", 1}, line{"a", 9}, line{"b", 1}), true, []conform.Span{{"a", 2, 1, 2}}},
		"crash":             {observed, logOf(line{"n", 1}, line{"n", 0}, line{"observer", 1}, line{"observer", 9}), false, []conform.Span{{"observer", 2, 3, 4}}},
	} {
		r, err := conform.Check(t.Context(), checker.Model{Name: "part", Log: faulty, Main: c.main}, c.log, conform.Options{Total: c.total})
		if err != nil || r.Fits || !slices.Equal(r.Part, c.want) {
			t.Errorf("%s: %v, %v, want the part %v", name, err, r, c.want)
		}
	}
}

// TestEndsEarly: the log of a node may end before the others, but not with Total, where an event that is not in the file contradicts it.
func TestEndsEarly(t *testing.T) {
	t.Parallel()
	for _, total := range []bool{false, true} {
		r, err := conform.Check(t.Context(), checker.Model{Name: "early", Main: chosen}, logOf(line{"a", 1}, line{"b", 1}), conform.Options{Total: total})
		if err != nil || r.Fits == total {
			t.Errorf("total %v: %v, %v", total, err, r)
		}
	}
}

// TestUnknownName: the report has the names of events if a line has the name of none.
func TestUnknownName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{"grant": {"granted"}, "granted": nil} {
		log := logOf(line{"b", 9})
		log[0].Event = name
		r, err := conform.Check(t.Context(), checker.Model{Name: "names", Main: chosen}, log, conform.Options{})
		if err != nil || r.Fits || !slices.Equal(r.Events, want) {
			t.Errorf("%s: %v, %v: %q, want %q", name, err, r, r.Events, want)
		}
	}
}
