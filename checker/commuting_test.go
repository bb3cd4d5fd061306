package checker

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

type (
	vote  struct{ Voter int }
	reset struct{}
)

// elections returns a program in which a process counts votes; with a reset it begins again some time. It may tell the result.
func elections(voters int, withReset, tells bool, claimed ...Commuting) Model {
	return Model{Name: "counting", Commuting: claimed, Main: func(p *proc.P) {
		me, messages := p.Self(), voters
		for i := range voters {
			p.Spawn(fmt.Sprint("voter", i), func(p *proc.P) { p.Send(me, vote{i}) })
		}
		if withReset {
			messages++
			p.Spawn("resetter", func(p *proc.P) { p.Send(me, reset{}) })
		}
		votes := 0
		for range messages {
			if _, ok := p.Receive().(vote); ok {
				votes++
			} else {
				votes = 0
			}
		}
		if tells {
			proc.Expose(p, votes)
		}
	}}
}

var votesCommute = Commutes[vote, vote](Property{Name: "votes"}, nil)

// TestClassesOfCommutingMessages: votes come in no order, but each may come before the reset or after it. The result belongs
// to the message that is taken last.
func TestClassesOfCommutingMessages(t *testing.T) {
	t.Parallel()
	elsewhere := Commutes[any, any](Property{Name: "all"}, func(to string, _, _ any) bool { return to == "other" })
	for i, c := range []struct {
		m    Model
		want int
	}{
		{elections(3, false, false), 6},
		{elections(4, false, false, votesCommute), 1},
		{elections(4, false, true, votesCommute), 4},
		{elections(2, true, false), 6},
		{elections(3, true, false, votesCommute), 8},
		{elections(3, true, true, elsewhere, votesCommute), 3*1 + 3*2 + 1*3 + 1},
		{elections(2, true, false, elsewhere), 6},
		{elections(3, true, false, votesCommute, Commutes[vote, reset](Property{Name: "reset"}, nil)), 1}, // nobody can tell
		{elections(3, true, false, votesCommute, Commutes[reset, vote](Property{Name: "reset"}, nil)), 1},
	} {
		for j, a := range drawingOnes {
			if (i+j)%4 > 0 && !testsize.Long() {
				continue
			}
			r, err := Check(t.Context(), c.m, Options{TrustModel: !testsize.Long(), Algorithm: a, Runs: testsize.Sample(1_500, 4_000)})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Sample.Classes; got > c.want || got < c.want && a != RAPOS { // which hardly draws some
				t.Errorf("%s draws %d classes, want %d", a, got, c.want)
			}
		}
	}
}

// TestCommutingMessagesDoNotRace: with nothing but votes, no event of a run races.
func TestCommutingMessagesDoNotRace(t *testing.T) {
	for _, c := range []struct {
		m     Model
		races bool
	}{{elections(4, false, true), true}, {elections(4, false, true, votesCommute), false}, {elections(4, true, true, votesCommute), true}} {
		r, err := Check(t.Context(), c.m, Options{Algorithm: TaPCT, Runs: 200})
		if err != nil {
			t.Fatal(err)
		}
		if races := r.Sample.Racy > 0; races != c.races {
			t.Errorf("with %d claims, %d events race", len(c.m.Commuting), r.Sample.Racy)
		}
	}
}

// TestClaimsOfMergedInterleavings: a false claim is an error also where the only interleaving that shows it leads to a known
// state, so that a stateful search abandons it. The votes of 0 and 1 follow each other only after 0, 2, 1 was explored, with the
// same end.
func TestClaimsOfMergedInterleavings(t *testing.T) {
	m := Model{Name: "merged", Commuting: []Commuting{Commutes[vote, vote](Property{Name: "votes"}, func(_ string, a, b vote) bool { return a.Voter+b.Voter == 1 })}}
	m.Main = func(p *proc.P) {
		counter := p.Spawn("counter", func(p *proc.P) {
			proc.Loop(p, 0, func(taken *int) bool {
				if *taken == 3 {
					p.Choose(2)
					return false
				}
				v := p.Receive().(vote)
				*taken++
				return *taken > 1 || v.Voter == 0 // another first vote ends the count
			})
		})
		for _, voter := range []int{0, 2, 1} {
			p.Spawn(fmt.Sprint("voter", voter), func(p *proc.P) {
				p.Send(counter, vote{voter})
				p.Receive() // waits for ever
			}, proc.Daemon)
		}
	}
	for _, workers := range []int{1, 2} {
		r, err := Check(t.Context(), m, Options{Algorithm: States, Workers: workers})
		if err == nil {
			t.Errorf("%d workers: the false claim is no error after %d interleavings", workers, r.Interleavings)
		} else if len(r.Examples) != 2 {
			t.Errorf("%d workers: %d orders are shown, want 2", workers, len(r.Examples))
		}
	}
}
