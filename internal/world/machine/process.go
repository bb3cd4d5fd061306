package machine

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/injector"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/internal/world/tables"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Process is a process of the model.
type Process struct {
	state.Common
	in      surroundings
	At      *program.History // the operation it requests, and its past
	co      *program.Coroutine
	Mailbox mailbox.Mailbox
	passed  int   // the number of the oldest messages that do not match the present receive
	found   bool  // it takes the message after these
	sent    int32 // the number of its channels of one message each
	got     int32 // the number of messages that were delivered to it, also of lost messages; see states/bags.go

	killed   *pendingExit         // not nil if it must end
	debts    []*program.Operation // it must say that messages are no more on their way; see onway.go
	peers    []peer               // all processes it was ever linked with
	watchers []watcher            // all monitors it ever had
	created  []trace.ObjectID     // the tables it created
	received []trace.ObjectID     // the tables of others that it has ever owned

	node    bool              // it has a disk, and may have faults
	Faults  *injector.Node    // not nil if it may crash
	network *injector.Network // not nil if it has joined the network that may be cut
	syncs   *syncs            // not nil if its syncs may fail
	lives   []Process         // the node before each restart

	Ended       bool
	exitEvents  []*program.Operation // after its end: releases of its tables, and signals
	exitSignals []*program.Operation // signals that go to channels after the releases
	exited      int                  // the number of exit events so far
}

// surroundings decide, besides the process itself, whether it can move.
type surroundings struct {
	cells  *state.Cells
	tables *tables.Tables
	env    *environment.Environment
}

func newProcess(c state.Common) *Process { return &Process{Common: c} }

// Running reports whether the process has started, and has not ended.
func (p *Process) Running() bool { return p.Started && !p.Ended }

// Over implements [injector.Process].
func (p *Process) Over() bool { return p.Ended && p.exited == len(p.exitEvents) }

// Daemon reports whether the process may wait for ever.
func (p *Process) Daemon() bool { return p.At.Root().Program.Daemon }

// Pending implements [state.Actor].
func (p *Process) Pending() *program.Operation {
	if p.Ended || p.killed != nil || p.node || len(p.debts) > 0 {
		return p.pendingRarely()
	}
	return &p.At.Op
}

// pendingRarely is Pending for a process that is a node, or ends. So most calls of Pending are inlined.
func (p *Process) pendingRarely() *program.Operation {
	switch {
	case p.Faults != nil && p.Faults.Undecided():
		return nil
	case !p.Ended && p.killed != nil:
		return &p.killed.exit
	case !p.Ended:
		return p.request()
	case p.exited < len(p.exitEvents):
		return p.exitEvents[p.exited]
	}
	return nil
}

// request returns the operation that the process requests, or must perform before.
func (p *Process) request() *program.Operation {
	if len(p.debts) > 0 {
		return p.debts[0]
	}
	if p.syncs != nil {
		return p.syncs.limited(&p.At.Op, p.Actor.ID)
	}
	return &p.At.Op
}

// Enabled implements [state.Actor]. A node that must crash does not end by itself before it has crashed; see package injector.
func (p *Process) Enabled(op *program.Operation) bool {
	switch op.Kind {
	case kind.Receive, kind.Collect:
		return p.canReceive(op)
	case kind.Exit:
		return p.killed != nil || !p.Faults.MustCrash()
	case kind.TableAwait, kind.TableLookup, kind.TableMember:
		if !op.Blocks() {
			return true
		}
		ev := trace.NewEvent(p.Actor.ID, p.Steps, op.Op)
		if effects.Behaves(&op.Op) {
			effects.Behave(&ev, p.in.cells.Reader())
		}
		return p.in.tables.Awaited(op, ev.Table)
	}
	return true
}

// canReceive reports whether there is a message that a receive takes, or as many as a Collect wants.
func (p *Process) canReceive(op *program.Operation) bool {
	if !p.found {
		p.passed = p.Mailbox.FindFrom(p.passed, op.Patterns())
		p.found = p.passed < p.Mailbox.Len()
	}
	return p.found && (!op.Kind.Is(kind.Collects) || p.canCollect(op))
}

// Waits reports whether the process waits for a message or a row.
func (p *Process) Waits() bool { return p.Running() && !p.Enabled(&p.At.Op) }

// calls reports whether the process waits for the reply to a request, and the message is this
// reply.
func (p *Process) calls(message trace.ValueID) bool {
	op := p.Pending()
	return op != nil && op.Kind == kind.Receive && op.Flags&kind.Calling != 0 && !p.canReceive(op) && op.Patterns().Match(message)
}

// releasing reports whether tables of a process that has ended are still to be released.
func (p *Process) releasing() bool {
	return p.exited < len(p.exitEvents) && p.exitEvents[p.exited].Kind == kind.TableRelease
}

// pendingExit is the pending end of a process that was told to end.
type pendingExit struct {
	told    trace.EventID
	exit    program.Operation
	instead *trace.Op // the operation that it replaces; nil if the process told itself
	crash   bool      // it crashes
}

// peer is a process at the other end of a link or a monitor.
type peer struct {
	actor trace.ActorID
	life  int32 // of a node then, because a crash breaks links and monitors; 0 of any other process
}

func (p peer) compare(q peer) int {
	return cmp.Or(cmp.Compare(p.actor, q.actor), cmp.Compare(p.life, q.life))
}

// peer returns the process as a peer of another one.
func (p *Process) peer() peer { return peer{p.Actor.ID, p.in.cells.Life(p.Actor.ID)} }

// linkedPeers returns the processes that the process was ever linked with, once each. After an Unlink
// there is still an event, without effect: otherwise the Unlink would race with the end of the
// process, although only the signal shows their order.
func (p *Process) linkedPeers(actors *trace.Actors) []peer {
	peers := slices.Clone(p.peers)
	// Links may be independent, and numbers depend on earlier interleavings: use neither order.
	slices.SortFunc(peers, func(a, b peer) int {
		return cmp.Or(actors.ByID(a.actor).Compare(actors.ByID(b.actor)), cmp.Compare(a.life, b.life))
	})
	return slices.Compact(peers)
}

// watcher is a monitor of a process.
type watcher struct {
	peer
	ref int32
}

func pop[E any](list *[]E) { *list = (*list)[:len(*list)-1] }
