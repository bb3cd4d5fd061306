package checker

import (
	"context"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/states"
	"pgregory.net/rapid"
)

// posts is a program whose processes send each other numbers, of which there are few, so that equal ones from different
// sends are often on their way together. Most processes do not remember how many they have sent or got.
type posts struct {
	All   []post
	First [][2]int // to whom, what: sent by the first process
}

// post is a process.
type post struct {
	Kind  string     // how it receives
	Turns int        // how many messages it takes; a server takes all
	Sends [][][2]int // after each number it sends some to others, the same each time or by turns
}

func drawPosts(t *rapid.T) posts {
	n := rapid.IntRange(2, 4).Draw(t, "processes")
	one := rapid.Custom(func(t *rapid.T) [2]int {
		return [2]int{rapid.IntRange(0, n-1).Draw(t, "to"), rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "what")}
	})
	p := posts{}
	for range n {
		p.All = append(p.All, post{
			rapid.SampledFrom([]string{"forgetful", "forgetful", "by turns", "remembers", "chooses", "only 0", "looks", "ends"}).Draw(t, "kind"),
			rapid.IntRange(1, 3).Draw(t, "turns"),
			rapid.SliceOfN(rapid.SliceOfN(one, 0, 2), 2, 2).Draw(t, "sends"),
		})
	}
	p.First = rapid.SliceOfN(one, 2, 4).Draw(t, "first")
	t.Logf("%+v", p)
	return p
}

func (ps posts) main(p *proc.P) {
	var all []proc.PID
	for i, one := range ps.All {
		all = append(all, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) { one.run(p, proc.Receive[[]proc.PID](p)) }, proc.Daemon))
	}
	for _, pid := range all {
		p.Send(pid, all)
	}
	for _, f := range ps.First {
		p.Send(all[f[0]], f[1])
	}
}

// send sends what follows a number: numbers that are greater, so that there is an end.
func (o post) send(p *proc.P, all []proc.PID, turn, number int) {
	for _, s := range o.Sends[turn%2] {
		if s[1]+number < 3 {
			p.Send(all[s[0]], s[1]+number+1)
		}
	}
}

func (o post) run(p *proc.P, all []proc.PID) {
	switch o.Kind {
	case "forgetful":
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			o.send(p, all, 0, proc.Receive[int](p))
			return true
		})
	case "by turns":
		proc.Loop(p, 0, func(turn *int) bool {
			o.send(p, all, *turn, proc.Receive[int](p))
			*turn = 1 - *turn
			return true
		})
	case "chooses":
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			n := proc.Receive[int](p)
			o.send(p, all, p.Choose(2), n)
			return true
		})
	case "only 0":
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			o.send(p, all, 0, proc.Receive(p, func(n int) bool { return n%2 == 0 }))
			return true
		})
	case "looks":
		sum := 0
		for range o.Turns {
			n, _ := proc.ReceiveTimeout[int](p)
			sum = 2*sum + n
			proc.Expose(p, state{sum})
		}
	case "remembers":
		sum := 0
		for turn := range o.Turns {
			n := proc.Receive[int](p)
			sum = 2*sum + n
			proc.Expose(p, state{sum})
			o.send(p, all, turn, n)
		}
	case "ends":
		o.send(p, all, 0, proc.Receive[int](p))
	}
}

// TestStatesOfBags compares the search of states under bag delivery with one for which states differ that differ only
// in which sends have put equal messages on their way.
func TestStatesOfBags(t *testing.T) {
	t.Parallel()
	for name, draw := range programFamilies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fewer := 0
			rapid.Check(t, func(t *rapid.T) {
				m := judgedInAllWays(t)
				m.Main = draw(t)
				if compareBags(t, m) {
					fewer++
				}
			})
			t.Logf("%d programs have fewer pairs", fewer)
			if fewer == 0 && checksMany() && name == "posts" {
				t.Error("no program has fewer pairs")
			}
		})
	}
}

// compareBags rejects a program of more than 1000 interleavings. It reports whether there are fewer pairs if equal
// messages can stand for each other.
func compareBags(t *rapid.T, m Model) (fewer bool) {
	o := Options{Until: UntilEnd, Delivery: proc.Bag, Workers: 1, TrustModel: true, AnyDeliveriesRace: true, MaxInterleavings: 1_000}
	check := func() *Result {
		r, err := Check(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := check()
	if all.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.Algorithm, o.AnyDeliveriesRace, o.MaxInterleavings = States, false, 0
	o.LateDelivery, o.ReceivePatterns = rapid.Bool().Draw(t, "late"), rapid.Bool().Draw(t, "receive patterns")
	o.ExactStates = rapid.Bool().Draw(t, "exact")
	o.stateBytes = rapid.SampledFrom([]int64{0, 0, 1}).Draw(t, "bytes for states") // 1: it forgets all it can
	o.wrapped = func(s Strategy) Strategy {
		c := s.(*states.Search).Config
		c.Bags = false
		return states.New(c)
	}
	want := check()
	o.wrapped = nil
	got := check()
	if !o.LateDelivery && !o.ReceivePatterns && got.Interleavings != all.Interleavings {
		t.Errorf("%d interleavings, want %d", got.Interleavings, all.Interleavings)
	}
	compared.Add(1)
	if got.Interleavings != want.Interleavings || got.Violating != want.Violating || got.Verdict != want.Verdict {
		t.Errorf("%d interleavings, %d violating, %s; want %d, %d, %s", got.Interleavings, got.Violating, got.Verdict,
			want.Interleavings, want.Violating, want.Verdict)
	}
	if got.Merged.Collisions != 0 || got.Merged.Split != 0 {
		t.Errorf("%d collisions, %d states are split", got.Merged.Collisions, got.Merged.Split)
	}
	sameFindings(t, got, want)
	return got.Merged.Pairs < want.Merged.Pairs
}
