package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/internal/world/symmetry"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// SetSymmetric says which processes are alike, so that states are the same which an exchange of such processes leads to. It must
// be called before the first step, and before there are twins, which must be used by the same goroutine then. No groups change nothing.
func (s *System) SetSymmetric(groups symmetry.Groups) {
	if len(groups) > 0 {
		s.mustBeNew("processes are alike")
		s.alike, s.Viewed = newExchanges(s, symmetry.New(s.Store, groups)), true
		s.Restart() // the first process may have begun a loop
	}
}

// Exchanges finds states of a system that are the same up to an exchange of processes that are alike.
type Exchanges struct {
	*symmetry.Symmetry
	sys       *System
	judged    func([]uint64) []uint64 // appends what the verdict depends on besides the state; may be nil
	form      *symmetry.Form
	words     []uint64
	cells     []state.OldCell
	asleep    []trace.Event
	originals map[trace.Fingerprint]*original // some of the states, by their fingerprints after an exchange
	pair      *Pair
}

func newExchanges(s *System, of *symmetry.Symmetry) *Exchanges {
	x := &Exchanges{Symmetry: of, sys: s, originals: map[trace.Fingerprint]*original{}}
	x.form = of.Form(x.print)
	return x
}

// Alike returns the exchanges of the system, nil if no processes are alike. judged appends what the verdict depends on besides the
// state; it may be nil.
func (s *System) Alike(judged func([]uint64) []uint64) *Exchanges {
	if s.alike != nil {
		s.alike.judged = judged
	}
	return s.alike
}

// Symmetry is Alike for a strategy, which does not know this type.
func (s present) Symmetry(judged func([]uint64) []uint64) any {
	if x := s.Alike(judged); x != nil {
		return x
	}
	return nil
}

// Key returns fingerprints of the present state, to which steps have led if they are not nil, and of a sleep set, in which inBag tells the events of channels
// of one message in a bag. It takes them after some exchange, so pairs with the same fingerprints are the same up to an exchange.
// It returns false while a process is in the middle of something: what it is about to do may follow an order of the processes.
func (x *Exchanges) Key(steps trace.Schedule, asleep []trace.Event, inBag func(*trace.Event) bool) (state, sleep trace.Fingerprint, ok bool) {
	if !x.possible() {
		return state, sleep, false
	}
	x.asleep = asleep
	x.parts(inBag)
	places, state, sleep := x.form.End()
	if steps != nil {
		x.meet(steps, x.Exchange(places), state)
	}
	return state, sleep, true
}

// The kinds of parts.
const (
	ofActor     uint8 = iota // at a place in the order of starts
	ofCell                   // at an index of x.cells
	ofVerdict                // what the verdict depends on besides the state
	ofStep                   // that sleeps, at an index of x.asleep
	ofOperation              // of such a step, instead
)

// parts adds the parts of the present state and the sleep set to x.form.
func (x *Exchanges) parts(inBag func(*trace.Event) bool) {
	x.form.Begin()
	add := func(to symmetry.Level, kind uint8, at int, print trace.Fingerprint) {
		x.form.Add(to, symmetry.PartID{Kind: kind, Print: print}, symmetry.Source{Kind: kind, At: at})
	}
	x.sys.Present.Fingerprint(&x.sys.same)
	for i, a := range x.sys.Present.Started() {
		if print := a.Base().Print(); print != (trace.Fingerprint{}) {
			add(symmetry.State, ofActor, i, print)
		}
	}
	x.cells = x.sys.Cells.Held(x.cells[:0])
	for i, c := range x.cells {
		add(symmetry.State, ofCell, i, c.Print())
	}
	add(symmetry.State, ofVerdict, 0, x.verdict())
	for i := range x.asleep {
		if e := &x.asleep[i]; inBag(e) {
			add(symmetry.Sleep, ofOperation, i, e.Op.Fingerprint())
		} else {
			add(symmetry.Sleep, ofStep, i, trace.Fingerprint{}.With32(int32(e.Actor), e.Alternative))
		}
	}
}

// print returns the fingerprint of a part after an exchange.
func (x *Exchanges) print(of symmetry.Source, by *symmetry.Exchange) (f trace.Fingerprint) {
	x.with(by, func() {
		switch of.Kind {
		case ofActor:
			f = fingerprintOfBytes(x.sys.Present.Started()[of.At].Whole(&x.sys.same, nil))
		case ofCell:
			f = x.cells[of.At].After(&x.sys.same).Print()
		case ofVerdict:
			f = x.verdict()
		case ofStep:
			e := &x.asleep[of.At]
			f = trace.Fingerprint{}.With32(int32(by.Actor(e.Actor)), e.Alternative)
		case ofOperation:
			op := x.sys.same.Op(x.asleep[of.At].Op)
			f = op.Fingerprint()
		}
	})
	return f
}

// possible reports whether processes can be exchanged in the present state.
func (x *Exchanges) possible() bool {
	if !x.Known() {
		return false
	}
	for _, members := range x.Members() {
		for _, a := range members {
			if p, is := x.sys.Present.Find(a.ID).(*machine.Process); !is || !p.Started {
				return false
			}
		}
	}
	for _, a := range x.sys.Present.Started() {
		p, is := a.(*machine.Process)
		if !is || p.Ended || p.At.Rests() || p.At.Op.Kind == kind.Exit || x.Has(p.Actor.ID) && !p.At.InTurn() {
			continue
		}
		return false
	}
	return true
}

// exchange is an exchange of processes of the system.
type exchange struct {
	*symmetry.Exchange
	sys *System
}

// Origin implements [state.Exchange].
func (x exchange) Origin(a trace.ActorID) *program.History {
	return x.sys.Process(x.Actor(a)).At.Origin()
}

// with calls f while words about the system describe it after an exchange.
func (x *Exchanges) with(by *symmetry.Exchange, f func()) {
	x.sys.same.Exchanged(exchange{by, x.sys})
	f()
	x.sys.same.Exchanged(nil)
}

// Fingerprint returns the fingerprint of the present state after an exchange, with all on which the verdict depends.
func (x *Exchanges) Fingerprint(by *symmetry.Exchange) (sum trace.Fingerprint) {
	x.with(by, func() {
		x.sys.eachPart(func(part []byte) { sum = sum.Plus(fingerprintOfBytes(part)) })
		sum = sum.Plus(x.verdict())
	})
	return sum
}

// verdict returns the fingerprint of the facts on which the verdict depends besides the state.
func (x *Exchanges) verdict() trace.Fingerprint {
	if x.judged == nil {
		return trace.Fingerprint{}
	}
	x.words = x.judged(x.words[:0])
	return trace.FingerprintOf(x.words)
}

// Operation returns the fingerprint of an operation after an exchange.
func (x *Exchanges) Operation(op trace.Op, by *symmetry.Exchange) (f trace.Fingerprint) {
	x.with(by, func() {
		op = x.sys.same.Op(op)
		f = op.Fingerprint()
	})
	return f
}

// Images calls f with the image of an event under each exchange of two neighbours, apart from values.
func (x *Exchanges) Images(e *trace.Event, f func(*trace.Event)) {
	x.Swaps(func(by *symmetry.Exchange) {
		image := *e
		image.Actor, image.To, image.Fatal = by.Actor(e.Actor), by.Actor(e.To), by.Actor(e.Fatal)
		image.Accesses = slices.Clone(e.Accesses)
		x.with(by, func() {
			image.Op = x.sys.same.Op(e.Op)
			for i := range image.Accesses {
				image.Accesses[i].Cell = x.sys.same.Cell(image.Accesses[i].Cell)
			}
		})
		image.Value = e.Value
		f(&image)
	})
}

// Admits returns an error if no exchange of processes is defined for what an event does.
func (x *Exchanges) Admits(e *trace.Event) error {
	const flags = kind.Delayed | kind.Calling | kind.Unordered | kind.Begins | kind.Ends | kind.Passing | kind.Unmet
	problem := ""
	switch e.Kind {
	case kind.Spawn:
		if x.sys.Actor(e.Actor).Parent != nil {
			problem = "another process than the first one starts a process"
		}
	case kind.Send, kind.Receive, kind.ReceiveTimeout, kind.Deliver, kind.Choose, kind.Exit, kind.Announce, kind.Expose, kind.Reach:
	default:
		problem = "no exchange is defined for the operation: " + e.Kind.String()
	}
	if problem == "" && (e.Flags&^flags != 0 || e.Op.Other != 0 || e.Life != 0 || e.SenderLife != 0 || e.Number != 0 || e.Fatal != trace.NoActor || e.Instead != nil) {
		problem = "no exchange is defined for nodes, links and monitors"
	}
	if problem == "" {
		return nil
	}
	process := x.sys.Actor(e.Actor).Name
	return &guard.ModelError{Process: process, Source: x.sys.SourceOf(process), Problem: "the model has Symmetric processes, and " + problem +
		". Leave out Model.Symmetric, or do without this"}
}
