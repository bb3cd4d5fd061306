package injector

import (
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// node is a process that does nothing but crash.
type node struct {
	state.Common
	down bool
}

func (n *node) Over() bool { return n.down }

// body is the function of the first process, which is not executed.
type body struct{ identity.Messages }

func (body) New() (*program.Execution, func()) { return new(program.Execution), func() {} }

// TestUndo: faults of two nodes and of the network between them happen within their budgets, and are undone, without a world.
func TestUndo(t *testing.T) {
	r := program.NewRunner(identity.NewStore(body{}, new(guard.Watch)), nil)
	r.Env.SetFaults(environment.Faults{Crashes: 2, Restarts: 1, Partitions: 1, Clocks: effects.Clocks{Jump: 5}})
	actors, cells := new(state.Actors), new(state.Cells)
	w := World{r, actors, cells}
	nodes, network := NodesOf(w), NetworkOf(w)
	all := map[trace.ActorID]*node{}
	for _, name := range []string{"a", "b"} {
		p := &node{Common: state.Common{Actor: r.Actors.Child(r.Actors.ByID(0), name, 0)}}
		all[p.Actor.ID] = p
		nodes.Add(p, trace.EventID{})
		network.Join(p.Actor, trace.EventID{})
	}
	same := &state.Equivalence{Program: r}
	random := rand.New(rand.NewPCG(1, 2))
	crashes, restarts, cut := 0, 0, 0
	for range 300 {
		var undo []func()
		var before []trace.Fingerprint
		for {
			var able []state.Automaton
			for _, a := range actors.Started() {
				if op := a.Pending(); op != nil && a.Enabled(op) {
					able = append(able, a.(state.Automaton))
				}
			}
			if len(able) == 0 {
				break
			}
			a := able[random.IntN(len(able))]
			op := a.Pending()
			ev := trace.NewEvent(a.Base().Actor.ID, a.Base().Steps, op.Op)
			if ev.Ok = true; op.Alternatives > 1 {
				effects.Vary(&ev, int32(random.IntN(int(op.Alternatives))))
			}
			before = append(before, actors.Fingerprint(same))
			a.Perform(&ev)
			a.Base().Steps++
			actors.Changed(a)
			of := all[trace.ActorID(ev.Object)]
			switch ev.Kind {
			case kind.Crash:
				of.down = true
				crashes++
			case kind.Restart:
				of.down = false
				restarts++
			case kind.Sever:
				cut++
			}
			undo = append(undo, func() {
				a.Base().Steps--
				actors.Changed(a)
				a.Undo(&op.Op)
				if ev.Kind == kind.Crash || ev.Kind == kind.Restart {
					of.down = ev.Kind == kind.Restart
				}
			})
		}
		for i := len(undo) - 1; i >= 0; i-- {
			undo[i]()
			if now := actors.Fingerprint(same); now != before[i] {
				t.Fatalf("after step %d was undone, the state is not as it was before", i+1)
			}
		}
	}
	if crashes == 0 || restarts == 0 || cut == 0 || restarts > crashes || crashes > 2*300 {
		t.Errorf("there were %d crashes, %d restarts and %d partitions", crashes, restarts, cut)
	}
}
