package checker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// drawServed draws clients of two servers. No interleaving violates anything, so workers do not part because of that.
func drawServed(t *rapid.T) func(*proc.P) {
	request := rapid.IntRange(0, 9)
	clients := rapid.SliceOfN(rapid.SliceOfN(request, 1, 3), 2, 3).Draw(t, "clients")
	return func(p *proc.P) {
		var servers [2]proc.PID
		for i := range servers {
			servers[i] = p.Spawn(fmt.Sprint("server", i), func(p *proc.P) {
				proc.Loop(p, 1, func(n *int) bool {
					*n = (2**n + p.Receive().(int)) % 7
					return true
				})
			}, proc.Daemon)
		}
		log := proc.NewTable[int, int](p, "log")
		for i, requests := range clients {
			p.Spawn(fmt.Sprint("client", i), func(p *proc.P) {
				for _, r := range requests {
					switch {
					case r < 6:
						p.Send(servers[r%2], r/2)
					case r < 8:
						p.Send(servers[r%2], p.Choose(2))
					default:
						log.Insert(p, r, i)
					}
				}
			})
		}
	}
}

// drawSearch draws the options of a stateful search. It rejects a program of more than 2000 interleavings.
func drawSearch(t *rapid.T, m Model) Options {
	o := Options{
		Algorithm: States, Workers: 1, TrustModel: true,
		Until:     rapid.SampledFrom(endings).Draw(t, "until"),
		Delivery:  rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag, randomprograms.ByLink}).Draw(t, "delivery"),
		MaxEvents: rapid.SampledFrom([]int{0, 0, 0, 12, 20}).Draw(t, "depth"),
	}
	o.LateDelivery = o.Delivery != proc.Instant && rapid.Bool().Draw(t, "late")
	all := o
	all.Algorithm, all.LateDelivery, all.AnyDeliveriesRace, all.MaxInterleavings, all.Until = Optimal, false, true, 2_000, UntilEnd
	if r, err := Check(context.Background(), m, all); err != nil {
		t.Fatal(err)
	} else if r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	return o
}

// TestStatesWorkers compares a stateful search by several workers with that by one: the whole result is the same.
func TestStatesWorkers(t *testing.T) {
	t.Parallel()
	for name, draw := range programFamilies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				m := anyGoal("m")
				if rapid.IntRange(0, 2).Draw(t, "rules") == 0 { // without, workers do not part because of them
					m = judgedInAllWays(t)
				}
				m.Main = draw(t)
				o := setup{Options: drawSearch(t, m)}
				want, err := checkWith(context.Background(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				compared.Add(1)
				o.Observer = yielding{}
				o.alone = rapid.SampledFrom([]int{1, 4, 20, 100}).Draw(t, "alone")
				for _, o.Workers = range []int{2, 3, 8} {
					got, err := checkWith(context.Background(), m, o)
					if err != nil {
						t.Fatal(err)
					}
					sameStates(t, fmt.Sprint(o.Workers, " workers"), want, got)
				}
			})
		})
	}
}

// yielding lets other workers execute between interleavings.
type yielding struct{}

func (yielding) Interleaving(int, trace.Outcome, []trace.Event) { runtime.Gosched() }
func (yielding) Counting()                                      {}

// TestStatesTogether executes the steps of several workers in any order, and saves and resumes them now and then, with
// other numbers of workers. If they do not part, they find what one worker finds, and count every transition once.
func TestStatesTogether(t *testing.T) {
	t.Parallel()
	for name, draw := range programFamilies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var parted, together, resumed atomic.Int32
			defer func() {
				t.Logf("%d searches were shared to the end, and %d times saved and resumed; in %d the workers parted", together.Load(), resumed.Load(), parted.Load())
				if resumed.Load() == 0 && checksMany() {
					t.Error("none was saved and resumed")
				}
			}()
			rapid.Check(t, func(t *rapid.T) {
				m := anyGoal("m")
				m.Main = draw(t)
				o := setup{Options: drawSearch(t, m)}
				o.MaxEvents = max(o.MaxEvents, 100*rapid.IntRange(0, 1).Draw(t, "deep"))
				o.stateBytes = rapid.SampledFrom([]int64{0, 0, 1}).Draw(t, "bytes for states") // 1: it forgets all it can
				want := shuffled(t, m, o, 1).one()
				o.alone = rapid.SampledFrom([]int{1, 1, 4, 20, 100}).Draw(t, "alone")
				compared.Add(1)
				for _, workers := range []int{2, 3, 8} {
					s := shuffled(t, m, o, workers)
					got := s.one()
					if got.Interleavings == (trace.Count{}) || s.members[0].strategy.Parting() != states.Together {
						parted.Add(1)
						continue
					}
					if s.members[0].strategy.Shared() {
						together.Add(1)
						resumed.Add(int32(s.resumed))
					}
					if o.stateBytes > 0 {
						got.States, got.Pairs, got.Twins, got.Forgotten, got.Transitions, got.Bytes = want.States, want.Pairs, want.Twins, want.Forgotten, want.Transitions, want.Bytes
					}
					if diff := cmp.Diff(want, got, cmp.AllowUnexported(trace.Count{})); diff != "" {
						t.Fatalf("%d workers (-one worker +several):\n%s", workers, diff)
					}
				}
			})
		})
	}
}

// shuffle is a stateful search by several workers, whose steps are executed in a random order by one goroutine.
type shuffle struct {
	t       *rapid.T
	main    func(*proc.P)
	o       setup
	random  *rand.Rand
	members []*member
	resumed int // how often it was saved and resumed while workers shared it
}

// member is a worker.
type member struct {
	*shuffle
	player   *stage.Player
	strategy *states.Explorer
	busy     bool
}

func shuffled(t *rapid.T, m Model, o setup, workers int) *shuffle {
	s := &shuffle{t: t, main: m.Main, o: o, random: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))}
	pause := rapid.IntRange(1, 40).Draw(t, "interleavings before it is saved")
	left := pause
	s.begin(nil, nil, nil)
	defer func() { s.leave() }()
	for more := true; more; more = s.members[s.random.IntN(len(s.members))].interleaving() {
		if left--; left <= 0 && workers > 1 {
			s.resume()
			pause += 1 + pause/2 // to close a pair takes some interleavings
			left = pause
		}
		if first := s.members[0]; first.strategy.Shared() && len(s.members) == 1 {
			for range s.random.IntN(workers) {
				s.join(world.Simulated(first.player.World()).Partner(), first.strategy.Join())
			}
		}
	}
	return s
}

// begin begins a search, or resumes one if there are numbers.
func (s *shuffle) begin(numbers *identity.Numbers, saved *states.Snapshot, pairs *bytes.Buffer) {
	sys := trustedSystem(s.main)
	sys.SetDelivery(s.o.Delivery)
	first := states.New(states.Config{MaxEvents: s.o.MaxEvents, MaxBytes: s.o.stateBytes, LateDelivery: s.o.LateDelivery, Bags: s.o.Delivery == proc.Bag, Alone: s.o.alone})
	s.members = nil
	s.join(sys, first)
	if numbers == nil {
		return
	}
	twin := stage.New(world.Simulation{System: sys.Twin()})
	defer world.Simulated(twin.World()).Close()
	for _, err := range []error{
		sys.Renumber(numbers),
		first.ReadPairs(pairs, saved),
		first.Resume(saved, twin.State(), func(depth int, st trace.Step) (*trace.Event, error) {
			if err := twin.StepBack(depth); err != nil {
				return nil, err
			}
			return twin.Step(st)
		}),
	} {
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *shuffle) join(sys *world.System, strategy *states.Explorer) {
	p := stage.New(world.Simulation{System: sys})
	p.Limit = s.o.MaxEvents
	s.members = append(s.members, &member{s, p, strategy, false})
}

// leave closes the systems of all workers.
func (s *shuffle) leave() {
	for _, w := range s.members {
		world.Simulated(w.player.World()).Close()
	}
}

// resume saves the search, and goes on with the other one that is resumed from that.
func (s *shuffle) resume() {
	first := s.members[0]
	switch {
	case first.strategy.Complete() || first.strategy.Parting() != states.Together:
		return
	case first.strategy.Shared():
		s.resumed++
	}
	var pairs bytes.Buffer
	saved, numbers := first.strategy.Save(), world.Simulated(first.player.World()).Numbers()
	if err := first.strategy.WritePairs(&pairs); err != nil {
		s.t.Fatal(err)
	}
	text, err := json.Marshal(saved)
	if err != nil {
		s.t.Fatal(err)
	}
	saved = new(states.Snapshot)
	if err := json.Unmarshal(text, saved); err != nil {
		s.t.Fatal(err)
	}
	s.leave()
	s.begin(numbers, saved, &pairs)
}

// one returns what the first worker says that was explored.
func (s *shuffle) one() trace.Exploration {
	return *s.members[0].strategy.Coverage().Merged
}

// interleaving executes the next interleaving of the worker. It returns false if there is none.
func (w *member) interleaving() bool {
	prefix, more := w.strategy.Begin()
	if !more {
		return false
	}
	w.busy = true
	outcome, err := w.player.Play(prefix, w)
	if err == nil {
		err = w.strategy.End(w.player.End(outcome))
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.busy = false
	return true
}

// Choose lets others execute interleavings before.
func (w *member) Choose(v trace.View) (trace.Step, bool) {
	for len(w.members) > 1 && w.random.IntN(3) == 0 {
		if other := w.members[w.random.IntN(len(w.members))]; !other.busy {
			other.interleaving()
		}
	}
	return w.strategy.Choose(v)
}

func (w *member) Observe(depth int, e *trace.Event) error { return w.strategy.Observe(depth, e) }
