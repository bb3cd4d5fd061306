package checker_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// A protocol that is known to be wrong declares that. Its result is as expected if a search finds
// just that violation, and reaches the goals of the model.
func ExampleModel() {
	m := checker.Model{
		Name:       "lost-update",
		Doc:        "Two processes increment a row by reading and writing it.",
		Properties: []checker.Property{{Name: "nothing lost", Doc: "Two increments add two."}},
		Goals:      []checker.Property{{Name: "both done"}},
		Violates:   []string{"nothing lost"},
		Main: func(p *proc.P) {
			t := proc.NewTable[string, int](p, "counter")
			t.Insert(p, "n", 0)
			for range 2 {
				p.SpawnMonitor("adder", func(p *proc.P) {
					n, _ := t.Lookup(p, "n")
					t.Insert(p, "n", n+1)
				})
			}
			proc.Receive[proc.Down](p)
			proc.Receive[proc.Down](p)
			p.Reach("both done")
			n, _ := t.Lookup(p, "n")
			p.Assert(n == 2, "nothing lost", "two increments made %d", n)
		},
	}
	r, err := checker.Check(context.Background(), m, checker.Options{Until: checker.UntilEnd})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "in", r.Violating, "of", r.Interleavings, "interleavings; as expected:", r.Expected)
	// Output: violated in 2 of 6 interleavings; as expected: true
}

// A rule about the final states only.
func ExampleFinally() {
	type balance struct{ Euros int }
	total := checker.Finally(checker.Property{Name: "no money lost"}, func(all []checker.Exposed[balance]) error {
		sum := 0
		for _, e := range all {
			sum += e.State.Euros
		}
		if sum != 10 {
			return fmt.Errorf("there are %d euros in the end", sum)
		}
		return nil
	})
	account := func(opening int) func(*proc.P) {
		return func(p *proc.P) {
			for euros := opening; ; {
				proc.Expose(p, balance{euros})
				euros += proc.Receive[int](p)
			}
		}
	}
	verdict(checker.Model{Name: "bank", Rules: []checker.Rule{total}, Main: func(p *proc.P) {
		a := p.Spawn("a", account(10), proc.Daemon)
		b := p.Spawn("b", account(0), proc.Daemon)
		p.Send(a, -3)
		p.Send(b, 3)
	}})
	// Output: verified
}

type (
	shown    interface{ serves() bool }
	provider struct{ View int }
	customer struct{ Served bool }
)

func (p provider) serves() bool { return p.View > 0 }
func (customer) serves() bool   { return false }

// A rule about states of different types, which implement an interface and are exposed as that.
func ExampleAlways_interface() {
	verdict(checker.Model{
		Name: "service",
		Rules: []checker.Rule{
			checker.Always(checker.Property{Name: "served by somebody"}, func(all []checker.Exposed[shown]) error {
				serves := func(e checker.Exposed[shown]) bool { return e.State.serves() }
				for _, e := range all {
					if c, ok := e.State.(customer); ok && c.Served && !slices.ContainsFunc(all, serves) {
						return fmt.Errorf("%s has been served, and nobody serves", e.Process)
					}
				}
				return nil
			}),
		},
		Main: func(p *proc.P) {
			p.Spawn("server", func(p *proc.P) { proc.Expose[shown](p, provider{View: 1}) })
			p.Spawn("client", func(p *proc.P) { proc.Expose[shown](p, customer{Served: true}) })
		},
	})
	// Output:
	// violated
	// served by somebody: client has been served, and nobody serves
}

// A process that holds a lock is killed, and the next one takes it: two holders are allowed if only
// one of them is alive.
func ExampleRule_Living() {
	type holder struct{}
	exclusion := checker.Always(checker.Property{Name: "exclusion"}, func(all []checker.Exposed[holder]) error {
		if len(all) > 1 {
			return fmt.Errorf("%s and %s hold the lock", all[0].Process, all[1].Process)
		}
		return nil
	})
	hold := func(p *proc.P) {
		proc.Expose(p, holder{})
		p.Receive()
	}
	main := func(p *proc.P) {
		first, _ := p.SpawnMonitor("first", hold)
		p.Kill(first)
		proc.Receive[proc.Down](p)
		p.Spawn("second", hold, proc.Daemon)
	}
	for _, rule := range []checker.Rule{exclusion, exclusion.Living()} {
		m := checker.Model{Name: "lock", Main: main, Rules: []checker.Rule{rule}}
		r, err := checker.Check(context.Background(), m, checker.Options{})
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(r.Verdict)
	}
	// Output:
	// violated
	// verified
}

// A rule about the order of events.
func ExampleMonitor() {
	type opened struct{ Door string }
	inOrder := checker.Monitor(checker.Property{Name: "inner door last"}, func() func(string, opened) error {
		outer := false
		return func(process string, e opened) error {
			if e.Door == "inner" && !outer {
				return errors.New("the inner door was opened first, by " + process)
			}
			outer = true
			return nil
		}
	})
	verdict(checker.Model{Name: "lock", Rules: []checker.Rule{inOrder}, Main: func(p *proc.P) {
		p.Spawn("ann", func(p *proc.P) { proc.Announce(p, opened{"outer"}) })
		p.Spawn("bob", func(p *proc.P) { proc.Announce(p, opened{"inner"}) })
	}})
	// Output:
	// violated
	// inner door last: the inner door was opened first, by bob
}

// The same with a state: which doors are open.
func ExampleAutomaton() {
	type opened struct{ Door string }
	inOrder := checker.Automaton(checker.Property{Name: "inner door last"}, false,
		func(outer bool, process string, e opened) (bool, error) {
			if e.Door == "inner" && !outer {
				return outer, errors.New("the inner door was opened first, by " + process)
			}
			return true, nil
		})
	verdict(checker.Model{Name: "lock", Rules: []checker.Rule{inOrder}, Main: func(p *proc.P) {
		p.Spawn("ann", func(p *proc.P) { proc.Announce(p, opened{"outer"}) })
		p.Spawn("bob", func(p *proc.P) { proc.Announce(p, opened{"inner"}) })
	}})
	// Output:
	// violated
	// inner door last: the inner door was opened first, by bob
}

// What must happen some time, although no process ever ends.
func ExampleEventually() {
	type cleaned struct{}
	clean := checker.Eventually(checker.Property{Name: "cleaned"}, func(by []checker.Exposed[cleaned]) error {
		if len(by) == 0 {
			return errors.New("the kitchen was never cleaned")
		}
		return nil
	})
	kitchen := checker.Model{Name: "kitchen", Rules: []checker.Rule{clean}, Main: func(p *proc.P) {
		state := proc.NewTable[string, bool](p, "kitchen")
		p.Spawn("bob", func(p *proc.P) {
			proc.Loop(p, struct{}{}, func(*struct{}) bool { // who may choose the same for ever
				state.Insert(p, "dirty", true)
				if p.Choose(2) == 0 {
					proc.Expose(p, cleaned{})
				}
				return true
			})
		})
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			state.Lookup(p, "dirty")
			return true
		})
	}}
	r, err := checker.Check(context.Background(), kitchen, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	v := r.Violations[0]
	fmt.Printf("%s after %d states: %s\n", r.Verdict, r.Cycles.States, v.Explanation)
	for _, e := range v.Trace.Entries {
		if e.Number == v.LoopFrom {
			fmt.Println("then for ever:")
		}
		fmt.Printf("%s: %s\n", e.Process, e.Event())
	}
	// Output:
	// violated after 6 states: for ever, the kitchen was never cleaned
	// main: new table kitchen
	// main: spawn bob
	// bob: insert into kitchen: "dirty" → true
	// then for ever:
	// bob: choose one of 2 → 1
	// bob: insert into kitchen: "dirty" → true
}

// Goals: what must happen in at least one interleaving.
func ExampleGoal() {
	m := checker.Model{Name: "dice", Goals: []checker.Property{{Name: "six"}, {Name: "seven"}}, Main: func(p *proc.P) {
		switch 1 + p.Choose(6) {
		case 6:
			p.Reach("six")
		case 7:
			p.Reach("seven")
		}
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range r.Goals {
		fmt.Printf("%s: in %d interleavings\n", g.Name, g.Hits)
	}
	for _, g := range r.Missed() {
		fmt.Println("missed:", g.Name)
	}
	// Output:
	// six: in 1 interleavings
	// seven: in 0 interleavings
	// missed: seven
}

// verdict checks a model and prints the verdict.
func verdict(m checker.Model) {
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	for _, v := range r.Violations {
		fmt.Printf("%s: %s\n", v.Property, v.Explanation)
	}
}

// order has a number that does not tell orders apart.
type order struct {
	Number int `checkmodel:"masked"`
	What   string
}

// Clients of a register. One of two reads does not see a write that has returned before, which no single register could do. The
// history of the violation has the operations, with an order that explains all results but the last.
func ExampleOperation() {
	type write struct{ Value int } // 0 reads
	m := checker.Model{
		Name: "two copies",
		Rules: []checker.Rule{checker.Linearizable(checker.Property{Name: "one register"}, 0, func(held int, w write) (int, int) {
			if w.Value > 0 {
				return w.Value, w.Value
			}
			return held, held
		})},
		Main: func(p *proc.P) {
			copies := proc.NewTable[string, int](p, "copies")
			copies.Insert(p, "second", 0)
			checker.Operate(p, write{7}, func() int {
				copies.Insert(p, "first", 7) // and not the second
				return 7
			})
			checker.Operate(p, write{}, func() int {
				found, _ := copies.Lookup(p, "second")
				return found
			})
		},
	}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	v := r.Violations[0]
	fmt.Println(v.Explanation)
	for _, o := range v.History {
		fmt.Println(o.Process, o.Call, "gets", o.Result, "number", o.Order, "then", o.State, "stuck:", o.Stuck)
	}
	// Output:
	// main gets 0 by write{Value: 0}; in every order of the operations it gets 7
	// main write{Value: 7} gets 7 number 1 then 7 stuck: false
	// main write{Value: 0} gets 0 number 0 then  stuck: true
}

// candidacy is a message, and the state of a candidate.
type candidacy struct{ Term int }

// relativeTerms is a view of states in which the least term counts as 0.
func relativeTerms(values iter.Seq[any]) func(any) any {
	least := math.MaxInt
	for v := range values {
		if b, ok := v.(candidacy); ok {
			least = min(least, b.Term)
		}
	}
	return func(v any) any {
		if b, ok := v.(candidacy); ok {
			return candidacy{b.Term - least}
		}
		return v
	}
}

// firstTerms says which states are within the first terms.
func firstTerms(values iter.Seq[any]) bool {
	for v := range values {
		if b, ok := v.(candidacy); ok && b.Term > 3 {
			return false
		}
	}
	return true
}

// The term of a candidate that stands for election again and again has no limit. By a view that compares terms, its states
// come again. A limit on the term is the other way, with a weaker verdict.
func ExampleModel_view() {
	candidate := func(p *proc.P) {
		proc.Loop(p, candidacy{}, func(own *candidacy) bool {
			own.Term++
			p.Send(p.Self(), *own)
			proc.Receive[candidacy](p)
			return true
		})
	}
	for _, m := range []checker.Model{
		{Name: "compared", Main: candidate, View: relativeTerms},
		{Name: "limited", Main: candidate, Within: firstTerms},
	} {
		r, err := checker.Check(context.Background(), m, checker.Options{Algorithm: checker.States})
		fmt.Println(m.Name, r.Verdict, err)
	}
	// Output:
	// compared verified <nil>
	// limited bounded <nil>
}

// A row that is set only now and then may be missed each time it is set. With strong fairness, who waits for it gets it.
func ExampleRule_Strong() {
	type got struct{}
	gets := checker.Eventually(checker.Property{Name: "gets it"}, func(all []checker.Exposed[got]) error {
		if len(all) == 0 {
			return errors.New("nobody got it")
		}
		return nil
	})
	for _, rule := range []checker.Rule{gets, gets.Strong()} {
		m := checker.Model{Name: "now and then", Rules: []checker.Rule{rule}, Main: func(p *proc.P) {
			row := proc.NewTable[string, bool](p, "t")
			p.Spawn("waiter", func(p *proc.P) {
				row.Await(p, "open", func(open bool) bool { return open })
				proc.Expose(p, got{})
			})
			proc.Loop(p, struct{}{}, func(*struct{}) bool {
				row.Insert(p, "open", true)
				row.Insert(p, "open", false)
				return true
			})
		}}
		r, err := checker.Check(context.Background(), m, checker.Options{})
		fmt.Println(r.Verdict, err)
	}
	// Output:
	// violated <nil>
	// verified <nil>
}

// key says whether a process has the key.
type key struct{ Taken bool }

var keys = []checker.Rule{
	checker.AlwaysPossible(
		checker.Property{Name: "the key", Doc: "The key can always be taken again."},
		func(all []checker.Exposed[key]) error {
			for _, k := range all {
				if k.State.Taken {
					return fmt.Errorf("%s has the key", k.Process)
				}
			}
			return nil
		}),
}

// Two guests take a key in turn. If one can forget to give it back, nobody gets it any more, although both try for ever.
func ExampleAlwaysPossible() {
	hotel := func(forgets bool) func(*proc.P) {
		return func(p *proc.P) {
			desk := proc.NewTable[string, bool](p, "desk")
			desk.Insert(p, "key", true)
			guest := func(p *proc.P) {
				proc.Loop(p, struct{}{}, func(*struct{}) bool {
					if desk.CompareAndSwap(p, "key", true, false) {
						proc.Expose(p, key{true})
						if forgets && p.Choose(2) == 1 {
							return true
						}
						proc.Expose(p, key{false})
						desk.Insert(p, "key", true)
					}
					return true
				})
			}
			p.Spawn("ann", guest)
			guest(p)
		}
	}
	for _, m := range []checker.Model{
		{Name: "safe", Main: hotel(false), Rules: keys},
		{Name: "forgetful", Main: hotel(true), Rules: keys},
	} {
		r, err := checker.Check(context.Background(), m, checker.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.Name, r.Verdict)
		for _, v := range r.Violations {
			fmt.Printf("after %d events: %s; states that can follow: %d\n", len(v.Steps), v.Explanation, v.DeadEnd)
		}
	}
	// Output:
	// safe verified
	// forgetful violated
	// after 6 events: not possible from here on: main has the key; states that can follow: 1
}
