package lenient

import (
	"strings"

	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
)

// An operation stands for the step of a schedule if its message is like the step's: with the same fingerprint, or else with
// the same type. Deliveries are looked for among all channels and timers, because these have other names when a process has sent
// or started one more before. Without likenesses, as in older files, the text of the event is the fingerprint.

// Similar returns the steps for which a similar operation was executed, in their order.
func (f *Lenient) Similar() []trace.Similar { return f.similar }

// Exact returns the number of steps that were executed as they were kept.
func (f *Lenient) Exact() int { return f.done - len(f.similar) }

// like returns how an enabled operation is like step i.
func (f *Lenient) like(i int, p *trace.Pending) string {
	if p == nil {
		return ""
	}
	return f.likes[i].Like(f.Likenesses.Pending(p.Actor, p.Op))
}

// single reports whether the actor is a timer, or a channel of one message.
func single(actor string) bool {
	n := names.Parse(actor)
	return n.Part == names.Timer || n.To != nil && n.Number > 0
}

// take executes an operation that stands for the next step.
func (f *Lenient) take(p *trace.Pending, by string) trace.Step {
	operation, _ := f.state.Pending(p.Actor)
	st := f.step(f.next)
	f.stand(f.state.Name(p.Actor)+": "+operation, by)
	if st.Alternative >= p.Op.Alternatives || p.Barred.Has(st.Alternative) {
		st.Alternative = 0
	}
	return trace.Step{Actor: p.Actor, Alternative: st.Alternative}
}

// stand records that an operation stands for the next step.
func (f *Lenient) stand(now, by string) {
	f.similar = append(f.similar, trace.Similar{
		Step: f.next + 1, Process: f.step(f.next).Actor, Event: f.events[f.next], By: by, Now: printable.OneLine(now),
	})
	f.done++
	f.advance()
}

// elsewhere returns another delivery that stands for the message of the next step, which its own channel or timer is not about to
// deliver, and how the two messages are alike. It prefers deliveries that no later step names.
func (f *Lenient) elsewhere(enabled []trace.Pending) (found *trace.Pending, by string) {
	event, actor := f.events[f.next], f.step(f.next).Actor
	if !strings.HasPrefix(event, "deliver ") && !strings.HasPrefix(event, "expire: ") {
		return nil, ""
	}
	best := 0
	for i := range enabled {
		p := &enabled[i]
		if !Delivers(p.Op) {
			continue
		}
		like := f.like(f.next, p)
		if like == "" && f.sameText(f.next, p) {
			like = trace.ByFingerprint
		}
		rank, named := 0, f.hasLaterStep(p)
		switch {
		case like == trace.ByFingerprint && !named:
			rank = 4
		case like == trace.ByFingerprint:
			rank = 3
		case like == trace.ByType && f.state.Name(p.Actor) == actor:
			rank = 2
		case like == trace.ByType && !named:
			rank = 1
		}
		if rank > best {
			found, by, best = p, like, rank
		}
	}
	if best == 2 && !single(actor) {
		return nil, "" // the message may come next in its channel
	}
	return found, by
}

// sameText reports whether the operation is the operation of step i, by a channel or a timer of the same processes.
func (f *Lenient) sameText(i int, p *trace.Pending) bool {
	operation, _ := f.state.Pending(p.Actor)
	_, ok := trace.IsEvent(f.events[i], operation)
	return ok && names.Unnumbered(f.state.Name(p.Actor)) == names.Unnumbered(f.step(i).Actor)
}

// wanted reports whether the operation delivers the message of a later step.
func (f *Lenient) wanted(p *trace.Pending) bool {
	for i := f.next + 1; i < len(f.steps) && Delivers(p.Op); i++ {
		if f.like(i, p) == trace.ByFingerprint || f.sameText(i, p) {
			return true
		}
	}
	return false
}

// hasLaterStep reports whether a later step is this operation.
func (f *Lenient) hasLaterStep(p *trace.Pending) bool {
	name := f.state.Name(p.Actor)
	operation, _ := f.state.Pending(p.Actor)
	for i := f.next + 1; i < len(f.steps); i++ {
		if _, ok := trace.IsEvent(f.events[i], operation); ok && f.step(i).Actor == name {
			return true
		}
	}
	return false
}
