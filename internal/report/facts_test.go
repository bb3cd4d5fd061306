package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/situation"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// A saying is shown as its text.
type saying string

func (n saying) String() string { return string(n) }

// shownAs returns the text of a report about a model with a violation.
func shownAs(t *testing.T, main func(*proc.P)) string {
	t.Helper()
	m := checker.Model{Name: "m", Main: main}
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, searched(t, []checker.Model{m}, m.Name, checker.Options{})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestValuesAreNoFacts: a value of a model may have the words in which events are described. The row of a table that says "server
// must end" tells nobody to end.
func TestValuesAreNoFacts(t *testing.T) {
	text := shownAs(t, func(p *proc.P) {
		notes := proc.NewTable[int, saying](p, "notes")
		notes.Insert(p, 1, "server must end")
		server := p.Spawn("server", func(p *proc.P) { p.Receive() }, proc.Daemon)
		p.Send(server, "hello")
		said, _ := notes.Lookup(p, 1)
		p.Assert(said == "", "nothing said", "it says so")
	})
	if !strings.Contains(text, `"hello" (not taken yet)`) {
		t.Errorf("it is not said that the message was not taken yet:\n%s", text)
	}
}

// TestPatternsAreNoFacts: a pattern that is described as "any message of a term" does not take any message, so the place of its
// receive says more than the place of the next operation.
func TestPatternsAreNoFacts(t *testing.T) {
	l := places{}
	text := shownAs(t, func(p *proc.P) {
		self := p.Self()
		p.Spawn("sender", func(p *proc.P) { p.Send(self, vote{len(l.at("send"))}) })
		ofTerm := proc.Describe(proc.Where(func(v vote) bool { return v.Term > 0 }), "any message of a term")
		l.at("receive") // in the next line
		v := p.Receive(ofTerm).(vote)
		p.Assert(v.Term == 0, "no term", "it is %d", v.Term)
	})
	if want := fmt.Sprintf("facts_test.go:%d → %d\n", l["send"], l["receive"]+1); !strings.Contains(text, want) {
		t.Errorf("there is no %s in\n%s", want, text)
	}
}

// TestNamesAreNoFacts: the name of a process may have the word that comes before the sender of a message.
func TestNamesAreNoFacts(t *testing.T) {
	type hello struct{ Of saying }
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("a from b", func(p *proc.P) { p.Send(self, hello{"b"}) })
		proc.Receive[int](p)
	}}
	now, err := checker.Look(t.Context(), m, checker.Options{Replay: trace.NamedSchedule{{Actor: "main"}, {Actor: "a from b"}}}, checker.Looking{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := (situation.Place{Now: now}).Situation(&b, "main"); err != nil {
		t.Fatal(err)
	}
	if want := `✉ hello{Of: b} from a from b`; !strings.Contains(b.String(), want) {
		t.Errorf("there is no %s in\n%s", want, b.String())
	}
}

// TestTextsAreNoEnvelopes: a message is told without its envelope, or its sender, if these are values, not if a text looks like them.
func TestTextsAreNoEnvelopes(t *testing.T) {
	type note struct {
		From proc.PID
		Text string
		By   map[int]proc.PID
	}
	text := shownAs(t, func(p *proc.P) {
		main := p.Self()
		p.Spawn("client", func(p *proc.P) {
			p.Send(main, saying("Reply{Ref: client ref 1, Body: 5}"))
			p.Send(main, note{p.Self(), "note{From: client}", map[int]proc.PID{1: p.Self()}})
			p.Send(main, proc.Request[int]{From: main, Ref: p.MakeRef(), Body: 6}) // for another process
			p.Send(main, proc.Reply[*note]{Ref: p.MakeRef(), Body: &note{From: p.Self(), Text: "7"}})
		})
		for range 4 {
			p.Receive()
		}
		p.Assert(false, "never", "all have come")
	})
	for _, want := range []string{
		"Reply{Ref: client ref 1, Body: 5}", `note{Text: "note{From: client}", By: map[1: client]}`, "Request{From: main, Ref: client ref 1, Body: 6}", `&note{Text: "7", By: map[]}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if unwanted := "Reply{Ref: client ref 2"; strings.Contains(text, unwanted) {
		t.Errorf("there is %s in\n%s", unwanted, text)
	}
}

// TestReferencesOfEntry: an entry lists the references in it that belong to no call, once each, and not what looks like one.
func TestReferencesOfEntry(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		child := p.Spawn("child", func(p *proc.P) { p.Receive() }, proc.Daemon)
		monitor := p.Monitor(child)
		p.Send(child, []proc.Ref{monitor, p.MakeRef(), monitor})
		p.Send(child, saying("main ref 9"))
		p.Send(child, proc.Request[proc.Ref]{From: p.Self(), Ref: p.MakeRef(), Body: p.MakeRef()})
		p.Assert(false, "never", "it ends")
	}}
	v := searched(t, []checker.Model{m}, "m", checker.Options{}).Result.Violations[0]
	var got []string
	for _, e := range v.Trace.Entries {
		got = append(got, fmt.Sprint(e.Kind, e.Refs, e.Request))
	}
	if want := "spawn[], monitor[main ref 1], send[main ref 1 main ref 2], send[], send[main ref 4]main ref 3, exit[]"; strings.Join(got, ", ") != want {
		t.Errorf("the references are\n%s, want\n%s", strings.Join(got, ", "), want)
	}
}
