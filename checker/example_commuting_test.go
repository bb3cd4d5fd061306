package checker_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

type (
	ballot struct{ Voter int }
	recall struct{}
	urn    struct{ Yes, First int } // First is who has voted first, counted from 1
)

// counted is a process that counts votes. It may also keep who has voted first.
func counted(first bool) func(*proc.P) {
	return func(p *proc.P) {
		proc.Loop(p, urn{}, func(u *urn) bool {
			if b, ok := p.Receive().(ballot); !ok {
				*u = urn{}
			} else if u.Yes++; first && u.Yes == 1 {
				u.First = b.Voter
			}
			return true
		})
	}
}

// voting is a model in which two clients vote and one recalls all votes, with the claim that votes commute.
func voting(first bool) checker.Model {
	return checker.Model{
		Name: "vote",
		Commuting: []checker.Commuting{
			checker.Commutes[ballot, ballot](checker.Property{Name: "votes", Doc: "They are counted."}, nil),
		},
		Main: func(p *proc.P) {
			counter := p.Spawn("counter", counted(first), proc.Daemon)
			for voter := 1; voter <= 2; voter++ {
				p.Spawn(fmt.Sprint("client", voter), func(p *proc.P) { p.Send(counter, ballot{voter}) })
			}
			p.Spawn("chair", func(p *proc.P) { p.Send(counter, recall{}) })
		},
	}
}

// A claim that holds, and one that does not.
func ExampleCommutes() {
	r, err := checker.Check(context.Background(), voting(false), checker.Options{Algorithm: checker.TaPCT, Runs: 500})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d classes; %s were exchanged: %v\n", r.Sample.Classes, r.Claims[0].Name, r.Claims[0].Exchanged > 0)

	r, err = checker.Check(context.Background(), voting(true), checker.Options{})
	fmt.Println("false:", err != nil)
	for _, e := range r.Examples {
		fmt.Println(e.Explanation)
	}
	// Output:
	// 4 classes; votes were exchanged: true
	// false: true
	// the claim "votes": ballot{Voter: 1} comes before ballot{Voter: 2}
	// the claim "votes": ballot{Voter: 2} comes before ballot{Voter: 1}
}

// evenness counts how often each class is drawn.
type evenness struct {
	last uint64
	hits map[uint64]int
}

func (e *evenness) Class(hash uint64)                              { e.last = hash }
func (e *evenness) Interleaving(int, trace.Outcome, []trace.Event) { e.hits[e.last]++ }

// An observer that counts how evenly a strategy draws.
func ExampleClassifying() {
	t := &evenness{hits: map[uint64]int{}}
	if _, err := checker.Check(context.Background(), voting(false), checker.Options{Algorithm: checker.POS, Runs: 500, Observer: t}); err != nil {
		fmt.Println(err)
		return
	}
	least, most := 500, 0
	for _, n := range t.hits {
		least, most = min(least, n), max(most, n)
	}
	fmt.Printf("%d classes, each drawn %d to %d times\n", len(t.hits), least, most)
	// Output: 4 classes, each drawn 49 to 276 times
}
