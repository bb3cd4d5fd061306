package html

import (
	"bytes"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/situation"
	"github.com/checkmodel/checkmodel/result"
)

// Driven is the part of a page about an execution that a person drives, beside the events so far.
type Driven struct {
	Action  string // the address to which a command is sent, as the value "command" of a form
	Of      int    // the number of events that are known
	Command string // the last command, and its output; Problem is why it was not possible
	Output  string
	Problem string
	Forks   []string // the forks, as the console lists them
	Marks   []string
}

// driven is a Driven with the description of the place on the page.
type driven struct {
	Driven
	Model     string
	At        int
	Ended     bool
	Moves     []drivenMove
	Changes   string
	Situation string
	Judgments []drivenJudgment
}

// drivenMove is a step that can be chosen.
type drivenMove struct {
	Number                int
	Process, Text, Source string
	More                  string // the command for further alternatives; "" if there are none
}

// drivenJudgment says how a property stands.
type drivenJudgment struct {
	Name, Text string
	Broken     bool
}

// Page writes a page with the events so far and with forms by which a person chooses the next step. The request
// has the model and its package. Page returns the first error of w.
func Page(t situation.Place, w io.Writer, q document.Request, before *checker.Place, d Driven) error {
	r := checker.Result{Model: q.Model, Options: q.Options, Record: result.Record{Verdict: checker.Incomplete, Stop: checker.Replayed}}
	shown := *t.Now.Interleaving
	n := len(shown.Steps)
	for _, v := range t.Now.Violations {
		if v.Length == n {
			shown.Property, shown.Explanation, shown.Process = v.Property, v.Explanation, v.Process
			break
		}
	}
	if n > 0 {
		r.Examples = []*checker.Violation{&shown}
	}
	doc := document.NewDocument(document.Item{Name: q.Name, Package: q.Package, Command: q.Command, Result: &r})
	return prose.Into(w, "the page", func(b *bytes.Buffer) error {
		return WritePage(b, t.Text, []document.Document{doc}, drivenOf(t, q.Model.Name, before, d))
	}, "")
}

// driven returns the description of the place on the page.
func drivenOf(t situation.Place, model string, before *checker.Place, d Driven) *driven {
	p := driven{Driven: d, Model: prose.Clean(model), At: len(t.Now.Interleaving.Steps), Ended: t.Now.Ended}
	plain := t.Text
	plain.Color, plain.Columns, plain.Width = false, 0, 160
	var b bytes.Buffer
	in := situation.NewPlace(plain, &b, t.Now)
	for i := range t.Now.Moves {
		m := &t.Now.Moves[i]
		move := drivenMove{Number: i + 1, Process: prose.Clean(m.Process), Text: in.Told(&m.Entry), Source: t.Source(m.Source)}
		if last := i+1 == len(t.Now.Moves) || t.Now.Moves[i+1].Actor != m.Actor; last && m.Untried > 0 {
			move.More = situation.Further(m)
		}
		p.Moves = append(p.Moves, move)
	}
	in.Changes(situation.ChangesOf(before, t.Now))
	p.Changes = b.String()
	b.Reset()
	_, _ = situation.Place{Text: plain, Now: t.Now}.Situation(&b, "") // it cannot fail
	p.Situation = b.String()
	for i := range t.Now.Judgments {
		j := &t.Now.Judgments[i]
		text := prose.Clean(situation.Standing(j))
		if j.Event > 0 {
			text += fmt.Sprintf(" (event %d)", j.Event)
		}
		p.Judgments = append(p.Judgments, drivenJudgment{prose.Clean(j.Name), text, j.Standing == checker.Broken})
	}
	return &p
}
