package world

import (
	"cmp"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/requests"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A node crashes and is restarted within a budget. Its fate is decided before its first step, by a
// choice of the actor decisions: nothing, a crash, a crash and a restart, and so on. The same choice decides about
// its clock, if clocks drift. Then the actor faults of
// the node crashes it at any time, and restarts it at any later time. Without the decision, an
// interleaving in which a node may still crash would have no end.
//
// A node that must crash does not end by itself before it has crashed. That would be the same as an interleaving
// without the crash, which is explored anyway. So each place of a crash among the steps of a node is explored
// once.
//
// A restarted node is the same actor, with an empty mailbox and without links, monitors, timers and tables. It
// executes its function again, and whatever it creates gets other names.

// outcome describes the meaning of an alternative of a decision.
func (d *decisions) outcome(alternative int32) string {
	chosen := environment.FateOf(d.budget.Clocks, d.always, alternative)
	var words []string
	if chosen > 0 {
		words = append(words, chosen.String())
	}
	rate, shift := d.clock(alternative)
	if rate != "" {
		words = append(words, "a "+rate+" clock")
	}
	if shift != "" {
		words = append(words, "a clock that is "+shift)
	}
	if _, _, jump := d.budget.Clocks.Way(alternative); jump != effects.NoJump {
		words = append(words, "a clock that jumps "+[...]string{effects.JumpAhead: "ahead", effects.JumpBack: "back"}[jump])
	}
	if len(words) == 0 {
		return chosen.String()
	}
	return strings.Join(words, ", ")
}

// clock says how an alternative of a decision makes the clock of the node go wrong; each is "" if it does not.
func (d *decisions) clock(alternative int32) (rate, shift string) {
	r, s, _ := d.budget.Clocks.Way(alternative)
	return [...]string{"", "slow", "fast"}[r], [...]string{"", "ahead", "behind"}[s]
}

// decisions decides about the faults of nodes, in the order in which they start: about all nodes, or about the nodes of one budget,
// if these are restarted after each crash and others are not. The budgets of two such actors are disjoint, so the actors do not race.
type decisions struct {
	common
	number int // 0, or 1 and the number of the only budget
	always bool
	budget *environment.Faults
	nodes  []*faults            // in the order of their starts
	left   [][]environment.Node // the budgets of nodes, and the rest of them after each decision
}

func newDecisions(c common) *decisions { return &decisions{common: c} }

// deciders are all that decide about nodes which have started.
type deciders []*decisions

// of returns the decisions with a number; nil if none of their nodes has started.
func (all deciders) of(number int) *decisions {
	for _, d := range all {
		if d.number == number {
			return d
		}
	}
	return nil
}

// addNode adds a node that was started by an event.
func addNode(s *System, p *process, by trace.EventID) {
	f := find(s, s.Actors.Faults(p.id), newFaults)
	f.node, f.fate, f.done, f.failed, f.spawned = p, 0, 0, false, by
	if f.crash.Kind == 0 {
		f.budget, f.allotted = &s.Env.Faults, s.Env.Nodes.Of(p.id.Name)
		f.cells, f.disk = &s.cells, &program.OnDisk{Disks: s.Disks, Policy: s.Env.Faults.Disk}
		f.crash.Op = trace.Op{Kind: kind.Crash, Object: int32(p.id.ID)}
		f.crash.Signal = &program.Signal{Reason: program.Crashed, From: f.id, Wanted: true}
		f.restart.Op = trace.Op{Kind: kind.Restart, Object: int32(p.id.ID), Does: f.disk}
	}
	d := s.decisions.of(s.Env.Nodes.Decider(f.allotted))
	if d == nil {
		first, number := s.Actors.ByID(0), s.Env.Nodes.Decider(f.allotted)
		id := s.Actors.Faults(first)
		switch {
		case s.Env.Faults.Always:
			id = s.Actors.Crashes(first, identity.FirstProcess)
		case number > 0:
			id = s.Actors.Crashes(first, cmp.Or(s.Env.Nodes.All[f.allotted].Name, "*"))
		}
		d = find(s, id, newDecisions)
		d.number, d.always, d.budget = number, s.Env.Nodes.All[f.allotted].Always, &s.Env.Faults
		d.left = [][]environment.Node{s.Env.Nodes.All}
		s.decisions = append(s.decisions, d)
	}
	p.faults, p.undecided = f, true
	s.start(f)
	if ticks := s.Env.Faults.Clocks.Jump; ticks > 0 {
		f.jump = jumpOf(s, f, ticks)
		s.start(f.jump)
	}
	if d.nodes = append(d.nodes, f); len(d.nodes) == 1 {
		s.start(d)
	}
	s.changed(d)
}

// removeNode undoes the addNode of a node, the last one.
func removeNode(s *System, p *process) {
	d := s.decisions.of(s.Env.Nodes.Decider(p.faults.allotted))
	if len(d.nodes) == 1 {
		unstart(s)
	}
	pop(&d.nodes)
	if p.faults.jump != nil {
		unstart(s)
	}
	unstart(s)
	s.changed(d)
}

func (d *decisions) pending() *program.Operation {
	decided := len(d.left) - 1
	if decided == len(d.nodes) {
		return nil
	}
	f := d.nodes[decided]
	return f.decision(d.left[decided][f.allotted])
}

// decide decides about the next node. The cause of the event is the start of the node.
func (d *decisions) decide(s *System, ev *trace.Event) {
	decided := len(d.left) - 1
	f := d.nodes[decided]
	f.fate, f.decided = environment.FateOf(s.Env.Faults.Clocks, d.always, ev.Alternative), ev.ID()
	f.node.undecided = false
	ev.Cause = f.spawned
	d.left = slices.Grow(d.left, 1)[:decided+2]
	left := append(d.left[decided+1][:0], d.left[decided]...)
	left[f.allotted].Crashes -= f.fate.Crashes()
	if !d.always {
		left[f.allotted].Restarts -= f.fate.Restarts()
	}
	d.left[decided+1] = left
	s.changed(f)
	if f.jump != nil {
		_, _, f.jump.way = s.Env.Faults.Clocks.Way(ev.Alternative)
		s.changed(f.jump)
	}
}

func (d *decisions) undecide(s *System) {
	pop(&d.left)
	f := d.nodes[len(d.left)-1]
	f.fate, f.node.undecided = 0, true
	s.changed(f)
	if f.jump != nil {
		f.jump.way = effects.NoJump
		s.changed(f.jump)
	}
}

func undoDecision(s *System, u *undo) { u.who.(*decisions).undecide(s) }

func decisionText(w words, ev *trace.Event) string {
	return w.s.known[ev.Actor].(*decisions).outcome(ev.Alternative)
}

func survivingText(w words, ev *trace.Event) string {
	return requests.Files(w.s.Disks.At(fileCell(&w.s.cells, ev.Object)))
}

// faults crashes a node and restarts it.
type faults struct {
	common
	node    *process
	spawned trace.EventID // the start of the node
	decided trace.EventID // the decision about it
	fate    environment.NodeFate
	done    environment.NodeFate // how much of the fate has happened
	failed  bool                 // the node had been told to end before the crash, so the fate ends
	lives   []process            // the node before each restart
	jump    *jump                // nil if its clock does not jump

	budget         *environment.Faults
	allotted       int                 // the number of the budget of the node
	choices        []program.Operation // by the number of fates, from 1
	crash, restart program.Operation
	disk           *program.OnDisk
	cells          *cells
	left           map[int]*program.Operation // decisions about the surviving writes, by the number of their alternatives
}

func newFaults(c common) *faults { return &faults{common: c} }

// decision returns the choice among the fates within the rest of the budget, and the ways of the clock.
func (f *faults) decision(left environment.Node) *program.Operation {
	fates := f.budget.Fates(left)
	for n := len(f.choices) + 1; n <= fates; n++ {
		op := trace.Op{Kind: kind.DecideFaults, Object: int32(f.node.id.ID), Alternatives: int32(n) * f.budget.Clocks.Ways()}
		if f.budget.Clocks.Ways() > 1 {
			op.Does = f.budget.Clocks
		}
		f.choices = append(f.choices, program.Operation{Op: op})
	}
	return &f.choices[fates-1]
}

func (f *faults) pending() *program.Operation {
	switch {
	case f.failed || f.done == f.fate:
		return nil
	case f.done%2 == 0:
		return &f.crash
	}
	if n := len(f.disk.Survivors(fileCell(f.cells, int32(f.node.id.ID)))); n > 1 {
		return f.decideDisk(n)
	}
	return &f.restart
}

// decideDisk returns the choice among the n disks that the crash may have left.
func (f *faults) decideDisk(n int) *program.Operation {
	op := f.left[n]
	if op == nil {
		op = &program.Operation{Op: trace.Op{Kind: kind.DecideSurviving, Object: int32(f.node.id.ID), Alternatives: int32(n), Does: f.disk}}
		if f.left == nil {
			f.left = map[int]*program.Operation{}
		}
		f.left[n] = op
	}
	return op
}

// enabled reports whether the node can crash or be restarted. It is restarted after all events of its end, such as
// signals to other processes.
func (f *faults) enabled(_ *System, op *program.Operation) bool {
	return op.Kind == kind.Crash || f.node.ended && f.node.exited == len(f.node.exitEvents)
}

// Failing appends the nodes that may crash or be restarted from now on, also nodes that are not decided yet.
func Failing(s *System, nodes []trace.ActorID) []trace.ActorID {
	for _, d := range s.decisions {
		for _, f := range d.nodes {
			if f.node.undecided || f.toCome() > 0 {
				nodes = append(nodes, f.node.id.ID)
			}
		}
	}
	return nodes
}

// restarts reports whether the node can be restarted.
func (f *faults) restarts(s *System) bool {
	op := f.pending()
	return op == &f.restart && f.enabled(s, op)
}

// mustCrash reports whether the process is a node that does not end by itself before it has crashed.
func (p *process) mustCrash() bool {
	f := p.faults
	if f == nil {
		return false
	}
	done := f.done
	if f.failed {
		done--
	}
	return done < f.fate && done%2 == 0
}

func performCrash(_ *System, ev *trace.Event, u *undo) program.Result {
	f := u.who.(*faults)
	f.done++
	f.failed = !ev.Ok
	ev.Cause = f.decided
	return program.Result{}
}

func undoCrash(_ *System, u *undo) {
	f := u.who.(*faults)
	f.done--
	f.failed = false
}

// performRestart starts a node again. Its cause is the last event of the end of the node.
func performRestart(s *System, ev *trace.Event, u *undo) program.Result {
	f := u.who.(*faults)
	p := f.node
	f.done++
	f.lives = append(f.lives, *p)
	ev.Cause = f.end()
	h := s.NextLife(&p.co, p.at.Root())
	sent := p.sent
	*p = process{common: p.common, co: p.co, node: true, faults: f, syncs: p.syncs, at: h}
	p.sent = sent // as the channels of the life before may still carry messages
	u.other = p
	return program.Result{}
}

// end returns the last event of the end of the node.
func (f *faults) end() trace.EventID {
	return trace.EventID{Actor: f.node.id.ID, Index: f.node.steps - 1}
}

func undoRestart(_ *System, u *undo) {
	f := u.who.(*faults)
	p := f.node
	last := len(f.lives) - 1
	c, co := p.common, p.co
	*p = f.lives[last]
	p.common, p.co = c, co
	f.lives[last] = process{}
	f.lives = f.lives[:last]
	f.done--
}

func (d *decisions) fingerprint(*System) trace.Fingerprint {
	decided := len(d.left) - 1
	f := part(someDecisions, int32(d.number))
	for _, left := range d.left[decided] {
		f = f.With32(int32(left.Crashes), int32(left.Restarts))
	}
	for _, n := range d.nodes[decided:] {
		f = f.With(uint64(n.node.id.ID))
	}
	return f
}

func (d *decisions) whole(_ *System, b []byte) []byte {
	decided := len(d.left) - 1
	b = partOf(b, someDecisions, d.number)
	for _, left := range d.left[decided] {
		b = whole.Append(b, left.Crashes, left.Restarts)
	}
	for _, n := range d.nodes[decided:] {
		b = whole.Append(b, int(n.node.id.ID))
	}
	return b
}

// toCome returns how much of the fate is to come. The life of the node is in a cell.
func (f *faults) toCome() int {
	if f.failed {
		return 0
	}
	return int(f.fate - f.done)
}

func (f *faults) fingerprint(*System) trace.Fingerprint {
	return part(someFaults, int32(f.id.ID)).With(uint64(f.toCome()))
}

func (f *faults) whole(_ *System, b []byte) []byte {
	return whole.Append(partOf(b, someFaults, int(f.id.ID)), f.toCome())
}

// restarted reports whether an event has no effect because its object was restarted.
func restarted(ev *trace.Event) bool { return !ev.Ok && lastRead(ev) == effects.Life }

// lost reports whether a timer has no effect because of a crash of the node that started it.
func lost(ev *trace.Event) bool {
	return !ev.Ok && (lastRead(ev) == effects.Life || lastRead(ev) == effects.Ended)
}

func lastRead(ev *trace.Event) trace.Space {
	if n := len(ev.Accesses); n > 0 {
		return ev.Accesses[n-1].Space
	}
	return 0
}
