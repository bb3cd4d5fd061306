package explicit_test

import (
	"strconv"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Nodes that crash, and are restarted.

// shape is a state that a process has exposed in one of its lives.
type shape struct{ State, Life int }

// inLife returns the name in the nth life of a process of what has that name in the first one.
func inLife(name string, nth int) string {
	if nth > 1 {
		name += "#life " + strconv.Itoa(nth)
	}
	return name
}

// linkOf is the place of a link between two processes as they are now.
func (s state) linkOf(a, b string) [2]string {
	return linkOf(inLife(a, s.Processes[a].Life), inLife(b, s.Processes[b].Life))
}

// unlink removes the link of a process with any life of another one.
func (s state) unlink(name, to string) {
	for life := range s.Processes[to].Life {
		delete(s.Links, linkOf(inLife(name, s.Processes[name].Life), inLife(to, life+1)))
	}
}

func (what parcel) byLink() bool { return what.Link != [2]string{} }

// monitorOf returns the monitor of one process by another, as they are now.
func (s state) monitorOf(by, of string) monitor {
	return monitor{By: by, Of: of, Lives: [2]int{s.Processes[by].Life, s.Processes[of].Life}}
}

// crashes reports whether the node can crash now.
func (s state) crashes(name string) bool {
	left, p := s.Faults["left"], s.Processes[name]
	few := left.CrashesOfNode == 0 || p.Life <= left.CrashesOfNode
	few = few && (!left.FirstOnly || name == peer(0))
	return left.Crashes > 0 && few && !p.ended() && p.MustEnd.Reason == ""
}

// restarts reports whether the node can be restarted now: what follows from its end has happened.
func (s state) restarts(name string) bool {
	p := s.Processes[name]
	left := s.Faults["left"]
	return (left.Restarts > 0 || left.Always) && p.End.Fault && len(p.Aftermath) == 0
}

// awaited reports whether a node is down that is restarted some time.
func (s state) awaited() bool {
	for _, p := range s.Processes {
		if s.Faults["left"].Always && p.End.Fault {
			return true
		}
	}
	return false
}

// restart starts a node that has crashed, with what is left of its disk.
func (s state) restart(name string, left disk) {
	last := s.Processes[name]
	next := newProcess(last.Code)
	next.Daemon, next.Home, next.Clock, next.Jumped = last.Daemon, last.Home, last.Clock, last.Jumped
	next.Life, next.Log = last.Life+1, last.Log+restarted
	s.Processes[name], s.Disks[name] = next, left
	if !s.Faults["left"].Always {
		s.spend(func(left *budget) { left.Restarts-- })
	}
}

// connect sets between which lives a message goes, if connections end with a life: it is for the life that its sender answers, or else the
// present one.
func (x *interpreter) connect(s state, what *parcel) {
	if !x.faults.Connections {
		return
	}
	from, to := s.Processes[what.From], s.Processes[what.To]
	if from.Home == what.From {
		what.Origin = origin{what.From, from.Life}
	}
	if what.For = to.Life; from.Answers.Node == what.To && !what.ByName {
		what.For = from.Answers.Life
	}
}

// over reports whether the node has begun another life.
func (s state) over(o origin) bool { return o.Life > 0 && s.Processes[o.Node].Life != o.Life }

// restarted stands in what a process has announced where it was restarted.
const restarted = " (restarted)"

// published reports whether processes learn who the others are from a table. Otherwise they are told by a message,
// which they would not get again after a restart.
func (pr program) published() bool { return (pr.faults.Restarts > 0 || pr.faults.Always) && !pr.apart }

// who is the identity of this table.
const who = "main:who"

// publish creates the table, or writes into it.
func (s state) publish(do string) {
	if do == doCall {
		s.Tables[who] = table{Name: who, Owner: "main", Rows: [rows]int{none, none}}
		s.own("main", who)
	} else if t, ok := s.Tables[who]; ok {
		t.Rows[0] = 1
		s.Tables[who] = t
	}
}

// listens reports whether a process does not yet know the others.
func (x *interpreter) listens(s state, p *process, in instruction) bool {
	if !x.published() {
		return find(p, in) < 0
	}
	t, ok := s.Tables[who]
	return ok && t.Rows[0] == none
}

// listen learns who the others are. A process that cannot, because the table has gone, ends.
func (x *interpreter) listen(s state, name string, in instruction) {
	_, ok := s.Tables[who]
	s.with(name, func(p *process) {
		switch {
		case !x.published():
			p.take(find(p, in))
		case !ok:
			p.PC = len(x.code[p.Code])
		}
	})
}

// listen returns the processes that there are, for one of them.
func (pr program) listen(p *proc.P, published proc.Table[int, peers]) (known []proc.PID, ok bool) {
	if pr.apart {
		return []proc.PID{p.Self()}, true
	}
	if !pr.published() {
		return proc.Receive[peers](p).All, true
	}
	refused := proc.Try(func() { known = published.Await(p, 0, nil).All })
	return known, refused == nil
}

// TestExplicitRestarts is TestExplicit for programs with nodes that are restarted after a crash.
func TestExplicitRestarts(t *testing.T) {
	testPrograms(t, func(t *rapid.T, _ proc.Delivery) program {
		pr := programs(lives, 3).Draw(t, "program")
		n := min(2, len(pr.peers))
		pr.peers, pr.ties = pr.peers[:n], pr.ties[:n]
		for range pr.peers {
			pr.nodes = append(pr.nodes, len(pr.nodes) == 0 || rapid.Bool().Draw(t, "node"))
		}
		pr.faults = budget{Crashes: rapid.IntRange(1, 2).Draw(t, "crashes"), CrashesOfNode: rapid.IntRange(0, 1).Draw(t, "of a node")}
		if pr.faults.Always = rapid.IntRange(0, 2).Draw(t, "always") == 0; !pr.faults.Always {
			pr.faults.Restarts = rapid.IntRange(1, pr.faults.Crashes).Draw(t, "restarts")
		}
		pr.faults.FirstOnly = rapid.IntRange(0, 3).Draw(t, "first only") == 0
		pr.faults.Connections = rapid.Bool().Draw(t, "connections") && !pr.sendsOnce() && (pr.faults.Always || pr.faults.Restarts > 0)
		return pr
	})
}
