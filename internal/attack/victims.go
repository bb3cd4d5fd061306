//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// searched is the package whose models are searched, saved, reported and replayed; these are
// correct.
const searched = labPath + "/searched"

const searchedSource = `package searched

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

func Models() []checker.Model {
	return []checker.Model{
		{Name: "small", Main: senders(5)},
		{Name: "large", Main: senders(8)},
		{Name: "mixed", Main: mixed, Violates: []string{"order", "low"}, Goals: []checker.Property{{Name: "three first"}},
			Rules: []checker.Rule{
				checker.Always(checker.Property{Name: "low"}, low),
				checker.Sometimes(checker.Property{Name: "four"}, func(all []checker.Exposed[int]) bool { return len(all) == 4 }),
			}},
		{Name: "race", Main: race, Violates: []string{"order"}},
	}
}

func senders(n int) func(*proc.P) {
	return func(p *proc.P) {
		me := p.Self()
		for i := range n {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
		}
		for range n {
			p.Receive()
		}
	}
}

func low(all []checker.Exposed[int]) error {
	sum := 0
	for _, e := range all {
		sum += e.State
	}
	if sum > 5 {
		return fmt.Errorf("the sum is %d", sum)
	}
	return nil
}

func mixed(p *proc.P) {
	me := p.Self()
	t := proc.NewTable[string, int](p, "counts")
	for i := range 4 {
		p.Spawn("worker", func(p *proc.P) {
			n, _ := t.Lookup(p, "n")
			t.Insert(p, "n", n+1)
			proc.Expose(p, i)
			p.Send(me, i)
		})
	}
	first := proc.Receive[int](p)
	for range 3 {
		p.Receive()
	}
	if first == 3 {
		p.Reach("three first")
	}
	n, _ := t.Lookup(p, "n")
	p.Assert(first != 2 || n > 2, "order", "two came first, and %d were counted", n)
}

func race(p *proc.P) {
	me := p.Self()
	p.Spawn("left", func(p *proc.P) { p.Send(me, "a message from the left") })
	p.Spawn("right", func(p *proc.P) { p.Send(me, p.Choose(3)) })
	_, number := p.Receive().(int)
	p.Receive()
	p.Assert(!number, "order", "the number came first")
}
`

// prepareSearched writes the package.
func prepareSearched(l *lab) error { return l.file("searched/searched.go", searchedSource) }

// withoutTimes returns the output of -json without what differs between two runs with the same
// result.
func withoutTimes(report string) (string, error) {
	var all []string
	for line := range strings.Lines(report) {
		var document map[string]any
		if err := json.Unmarshal([]byte(line), &document); err != nil {
			return "", fmt.Errorf("the report is no JSON: %w", err)
		}
		delete(document, "elapsed_seconds")
		delete(document, "interleavings_per_second")
		b, err := json.Marshal(document)
		if err != nil {
			return "", err
		}
		all = append(all, string(b))
	}
	return strings.Join(all, "\n"), nil
}

// sameResult returns an error if two reports of -json differ in more than their times.
func sameResult(got, want string) error {
	g, err := withoutTimes(got)
	if err != nil {
		return err
	}
	w, err := withoutTimes(want)
	if err == nil && g != w {
		err = fmt.Errorf("the result is another one:\n%s\nwant\n%s", excerpt(g), excerpt(w))
	}
	return err
}
