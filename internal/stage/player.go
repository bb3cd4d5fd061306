// Package stage is where a world and a strategy meet: a [Player] executes the steps that a guide chooses, and a [Loop] the
// interleavings that a strategy chooses, with one worker or several. They know worlds and strategies only by package trace.
// The abilities of a world besides its moves are in [World].
package stage

import (
	"errors"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// Guide chooses the steps of a Player, and observes the events. A strategy is a guide.
type Guide interface {
	// Choose returns the next step, or false if there is none.
	Choose(trace.View) (trace.Step, bool)
	// Observe is called with the event at position depth, counted from 0. An error ends the interleaving.
	Observe(depth int, e *trace.Event) error
}

// Player executes interleavings in a world, and keeps the events of the current one. It must be used by one
// goroutine only.
type Player struct {
	// Limit is the number of events after which an interleaving is cut; 0 is no limit.
	Limit int
	// Within reports whether an interleaving goes on from the present state. Otherwise it is cut there. It may be nil.
	Within func() bool
	// Stop is called before each step, which is not executed if it returns true; it may be nil.
	Stop func() bool
	// Back is called after the world has gone back to depth events; it may be nil.
	Back func(depth int)
	// Judged appends everything in the present interleaving, besides the state of the world, on which the
	// verdict about its continuations depends; nil if there is nothing. For two interleavings it appends
	// the same only if it makes no difference to the verdict which of them a continuation follows.
	Judged func([]uint64) []uint64

	world   *World
	state   trace.State
	events  []trace.Event
	steps   trace.Schedule // of the events, at least
	enabled []trace.Pending
	judged  []uint64
}

// New returns a player of the world, which must not have executed anything.
func New(w trace.World) *Player {
	p := &Player{world: Of(w, nil)}
	p.state = state{p.world.State(), p}
	return p
}

// ErrStopped is returned by Play if Stop has returned true.
var ErrStopped = errors.New("the player was stopped")

// Difference is the error that a step is not possible, or has another event than expected.
type Difference struct {
	Depth   int // number of events before the step
	Planned trace.Step
	Chosen  bool // a guide has chosen the step; otherwise it was in a schedule
	// Happened is the unexpected event; nil if the step was not possible.
	Happened *trace.Event
}

// Error implements error.
func (d *Difference) Error() string {
	what := "is not possible"
	if d.Happened != nil {
		what = "does not come out as expected"
	}
	return fmt.Sprintf("step %d, alternative %d of actor %d, %s", d.Depth+1, d.Planned.Alternative, d.Planned.Actor, what)
}

// World returns the world. Only the player may step it.
func (p *Player) World() *World { return p.world }

// State describes the present state of the world.
func (p *Player) State() trace.State { return p.state }

// Events returns the events of the current interleaving. They are valid until the next one begins.
func (p *Player) Events() []trace.Event { return p.events }

// StepBack goes back to the state after depth events. depth must not exceed the number of events. In a world that cannot
// go back it executes these events again. The error is a [*Difference] if that is not possible.
func (p *Player) StepBack(depth int) error {
	again := p.events[:depth]
	reached := p.world.StepBack(depth)
	if reached < depth {
		again = slices.Clone(again)
	}
	p.events = p.events[:reached]
	for i := reached; i < depth; i++ {
		if err := p.repeat(&again[i]); err != nil {
			return err
		}
	}
	if p.Back != nil {
		p.Back(depth)
	}
	return nil
}

// repeat executes an event again, which must come out the same.
func (p *Player) repeat(before *trace.Event) error {
	depth := len(p.events)
	now, err := p.Step(before.Step())
	if err == nil && (!before.Same(&now.Op) || !sameResult(before, now)) {
		return &Difference{Depth: depth, Planned: before.Step(), Happened: now}
	}
	return err
}

// goBack goes back to a state after at most depth events.
func (p *Player) goBack(depth int) {
	reached := p.world.StepBack(depth)
	p.events = p.events[:reached]
	if p.Back != nil {
		p.Back(reached)
	}
}

// Step executes a step. The error is a [*Difference] if it is not possible.
func (p *Player) Step(st trace.Step) (*trace.Event, error) {
	if !p.world.CanStep(st) {
		return nil, &Difference{Depth: len(p.events), Planned: st}
	}
	return p.step(st), nil
}

// step executes a step that is possible.
func (p *Player) step(st trace.Step) *trace.Event {
	n := len(p.events)
	if n == cap(p.events) {
		p.events = slices.Grow(p.events, 1)
	}
	e := &p.events[:n+1][n] // it is not among them while code of the model may panic
	p.world.StepTo(st, e)
	p.events, p.steps = p.events[:n+1], append(p.steps[:n], st)
	return e
}

// offered reports whether the guide could choose the step.
func (p *Player) offered(st trace.Step) bool {
	for i := range p.enabled {
		if e := &p.enabled[i]; e.Actor == st.Actor {
			return st.Alternative == 0 || st.Alternative > 0 && st.Alternative < e.Op.Alternatives && !e.Barred.Has(st.Alternative)
		}
	}
	return false
}

// Play executes an interleaving that begins with the prefix and continues as the guide chooses. It steps back to
// where the prefix differs from the current interleaving, and the guide observes each event after that. Play
// returns [trace.Complete] if nothing can move in the end, [trace.Cut] if the limit is reached or the world leaves out what comes, and
// [trace.Abandoned] if the guide chooses nothing. The error is the guide's, [ErrStopped], or a
// [*Difference].
func (p *Player) Play(prefix trace.Schedule, g Guide) (trace.Outcome, error) {
	p.goBack(p.inCommon(prefix))
	for {
		if p.Stop != nil && p.Stop() {
			return trace.Complete, ErrStopped
		}
		depth := len(p.events)
		planned := depth < len(prefix)
		if !planned {
			if p.enabled = p.world.Enabled(p.enabled[:0]); len(p.enabled) == 0 {
				if l, is := p.world.World.(Limits); is && l.Limited() {
					return trace.Cut, nil
				}
				return trace.Complete, nil // even at the limit, as nothing is cut
			}
		}
		if depth == p.Limit && p.Limit > 0 || !planned && p.Within != nil && !p.Within() {
			return trace.Cut, nil
		}
		var step trace.Step
		var possible bool
		if planned {
			step = prefix[depth]
			possible = p.world.CanStep(step)
		} else if next, ok := g.Choose(trace.View{Enabled: p.enabled, State: p.state}); ok {
			step, possible = next, p.offered(next)
		} else {
			return trace.Abandoned, nil
		}
		if !possible {
			return trace.Complete, &Difference{Depth: depth, Planned: step, Chosen: !planned}
		}
		if err := g.Observe(depth, p.step(step)); err != nil {
			return trace.Complete, err
		}
	}
}

// Peek executes each step that is possible now, calls f with its event while the world is in the state after it, and
// steps back. Of an operation with more than most alternatives it tries only the first ones, and calls f with the number
// of the others. Peek ends early if Stop returns true. The error comes from StepBack.
func (p *Player) Peek(most int, f func(st trace.Step, e *trace.Event, untried int)) error {
	depth := len(p.events)
	for _, next := range p.world.Enabled(nil) {
		steps := []trace.Step{{Actor: next.Actor}}
		for a := int32(1); a < next.Op.Alternatives; a++ {
			if !next.Barred.Has(a) {
				steps = append(steps, trace.Step{Actor: next.Actor, Alternative: a})
			}
		}
		untried := max(0, len(steps)-most)
		for _, st := range steps[:len(steps)-untried] {
			if p.Stop != nil && p.Stop() {
				return nil
			}
			f(st, p.step(st), untried)
			if err := p.StepBack(depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// inCommon returns the number of steps that the prefix shares with the current interleaving.
func (p *Player) inCommon(prefix trace.Schedule) int {
	n := 0
	for n < len(prefix) && n < len(p.events) && p.steps[n] == prefix[n] {
		n++
	}
	return n
}

// End returns how the current interleaving has ended.
func (p *Player) End(outcome trace.Outcome) trace.Ending {
	p.enabled = p.world.Awaiting(p.enabled[:0])
	return trace.Ending{Events: len(p.events), Outcome: outcome, Waiting: p.enabled, State: p.state}
}

// Repeat executes the events in another world of the same program, and calls each with every new event. The error is a
// [*Difference] if it differs, or [ErrStopped].
func (p *Player) Repeat(events []trace.Event, each func(*trace.Event)) error {
	p.events = slices.Grow(p.events[:0], len(events))
	for i := range events {
		if p.Stop != nil && p.Stop() {
			return ErrStopped
		}
		if err := p.repeat(&events[i]); err != nil {
			return err
		}
		each(&p.events[i])
	}
	return nil
}

// sameResult reports whether two executions of an operation have the same result.
func sameResult(a, b *trace.Event) bool {
	return a.Effect == b.Effect && a.Ok == b.Ok && a.Taken == b.Taken && a.Set.Same(b.Set) && a.Result == b.Result &&
		a.Before == b.Before && a.After == b.After && a.To == b.To && a.Message == b.Message && a.Fatal == b.Fatal &&
		a.Told == b.Told && a.Cause == b.Cause && slices.Equal(a.Accesses, b.Accesses)
}

// forgetIn forgets all values except the values of the held events, in the worlds of all players. They execute their
// next interleaving from the beginning.
func forgetIn(players []*Player, held []*trace.Event) {
	var worlds []trace.World
	for _, p := range players {
		worlds = append(worlds, p.world.World)
		p.events = p.events[:0]
		if p.Back != nil {
			p.Back(0)
		}
	}
	worlds[0].(Forgets).Forget(worlds, held)
}

// state is the state of a world, with everything else on which the verdict depends.
type state struct {
	trace.State
	p *Player
}

func (s state) Fingerprint() trace.Fingerprint {
	f := s.State.Fingerprint()
	if s.p.Judged != nil {
		s.p.judged = s.p.Judged(s.p.judged[:0])
		f = f.Plus(trace.FingerprintOf(s.p.judged))
	}
	return f
}

// Symmetry returns how the strategy finds states that are the same up to an exchange of actors, if the world knows such; otherwise nil.
func (s state) Symmetry() any {
	if w, is := s.State.(interface {
		Symmetry(judged func([]uint64) []uint64) any
	}); is {
		return w.Symmetry(s.p.Judged)
	}
	return nil
}

func (s state) Whole(b []byte) []byte {
	b = s.State.Whole(b)
	if s.p.Judged != nil {
		s.p.judged = s.p.Judged(s.p.judged[:0])
		b = whole.Append(b, s.p.judged...)
	}
	return b
}
