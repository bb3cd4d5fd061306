package report_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// inOrder is violated if the second of two messages arrives first.
var inOrder = checker.Model{Name: "in-order", Main: func(p *proc.P) {
	self := p.Self()
	p.Spawn("ann", func(p *proc.P) { p.Send(self, 1) })
	p.Spawn("bob", func(p *proc.P) { p.Send(self, 2) })
	first := proc.Receive[int](p)
	p.Assert(first == 1, "in order", "%d came first", first)
}}

// item searches the model, and returns the result as an item of a report.
func item(o checker.Options) document.Item {
	r, err := checker.Check(context.Background(), inOrder, o)
	if err != nil {
		fmt.Println(err)
	}
	return document.Item{Name: inOrder.Name, Package: "example.com/order", Result: r}
}

// The last line of a report, and the events that led to a violation.
func ExampleText() {
	it := item(checker.Options{})
	fmt.Println(advice.Sentence(it))
	for _, e := range it.Result.Violations[0].Trace.Entries {
		fmt.Printf("%d. %s: %s\n", e.Number, e.Process, e.Operation)
	}
	// Output:
	// violated (not declared): in-order; 2 interleavings explored
	// 1. main: spawn ann
	// 2. main: spawn bob
	// 3. bob: send 2 to main
	// 4. main: receive int
	// 5. main: end: in order violated
}

// The JSON form of a result can be read again, and shown in any other form.
func ExampleDocument() {
	var file bytes.Buffer
	if err := document.JSON(&file, item(checker.Options{Explain: true, Until: checker.UntilEnd, Bound: bounding.Tree(1).From(0)})); err != nil {
		fmt.Println(err)
		return
	}
	docs, err := document.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range docs {
		fmt.Println(d.Model, d.Verdict, d.Interleavings)
		for _, l := range d.Levels {
			fmt.Printf("bound %d: %d\n", l.Bound, l.Interleavings)
		}
		for _, f := range d.Distinct {
			fmt.Printf("%s: %s, after %d events\n", f.Property, f.Explanation, len(f.Trace))
			fmt.Printf("%s came only after %s\n", f.Reversal.Second.Operation, f.Reversal.First.Operation)
		}
		for _, c := range d.Causes {
			fmt.Println(c.Count, "because of messages to", c.Mailbox)
		}
	}
	// Output:
	// in-order violated 2
	// bound 0: 1
	// bound 1: 2
	// in order: 2 came first, after 5 events
	// send 2 to main came only after send 1 to main
	// 1 because of messages to main
}

// A diagram of a violation.
func ExampleFormat() {
	var b bytes.Buffer
	docs := []document.Document{document.NewDocument(item(checker.Options{}))}
	if err := report.Write((prose.Text{}), &b, report.SVGFormat, docs); err != nil {
		fmt.Println(err)
		return
	}
	start, _, _ := bytes.Cut(b.Bytes(), []byte(" "))
	fmt.Printf("%s\n", start)
	fmt.Println("all formats:", report.Formats())
	// Output:
	// <svg
	// all formats: [text json html junit sarif svg]
}

// The JSON form of a result has the processes that wait for ever, and the goals that were missed.
func ExampleViolation() {
	m := checker.Model{Name: "no-answer", Goals: []checker.Property{{Name: "answered"}}, Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) { p.Receive() })
		p.Send(server, "question")
		proc.Receive[int](p)
		p.Reach("answered")
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{Until: checker.UntilEnd})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := document.NewDocument(document.Item{Name: m.Name, Result: r})
	for _, f := range d.Distinct {
		for _, w := range f.Waiting {
			fmt.Printf("%s: %s waits for %s\n", f.Property, w.Process, w.For)
		}
	}
	for _, g := range d.Goals {
		fmt.Println(g.Name, "in", g.Hits, "interleavings")
	}
	// Output:
	// no deadlock: main waits for int
	// answered in 0 interleavings
}
