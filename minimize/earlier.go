package minimize

import (
	"maps"
	"slices"
)

// earlier replaces external events by earlier external events of their processes that are left out: then nothing depends on the
// operations of a process between the two, such as waiting. The external events of a process remain in their order.
func (m *minimizer) earlier() {
	for _, name := range m.best.Externals() {
		for i := 0; i < mostEarlier && !m.Exhausted(); i++ {
			gone := m.best.goneBefore(name)
			if i >= len(gone) || m.exchange(name, gone[i]) {
				break
			}
		}
	}
}

// mostEarlier is how many of the external events that were left out are tried for one: often they concern each node in turn.
const mostEarlier = 8

// position returns the position of the external event that happens, -1 if it does not.
func (r Run) position(external string) int {
	return slices.IndexFunc(r, func(e Event) bool { return e.External == external && !e.LeftOut })
}

// goneBefore returns the names of the external events that its process leaves out between the previous external event and this
// one, in their order.
func (r Run) goneBefore(name string) (gone []string) {
	at := r.position(name)
	if at < 0 {
		return nil // it went with another one
	}
	for _, e := range r[:at] {
		switch {
		case e.Step.Actor != r[at].Step.Actor || e.External == "":
		case !e.LeftOut:
			gone = nil
		case r.position(e.External) < 0 && !slices.Contains(gone, e.External):
			gone = append(gone, e.External)
		}
	}
	return gone
}

// exchange leaves out an external event and lets another one happen, with its own payload or one that is smaller in the same way.
// It takes the run if it fails and is not larger: it is smaller once the later external events happen earlier, too.
func (m *minimizer) exchange(name, gone string) bool {
	o := m.outside([]string{name})
	o.Without = slices.DeleteFunc(o.Without, func(n string) bool { return n == gone })
	events := m.best.happening(gone, m.best.sends(name))
	if path := m.outside(nil).Smaller[name]; path != nil {
		smaller := maps.Clone(o.Smaller)
		smaller[gone] = path
		if m.tryEqual(Selection{o.Without, smaller}, events) {
			return true
		}
	}
	return m.tryEqual(o, events)
}

// tryEqual tests the events, and takes the run if it is not larger than the best one.
func (m *minimizer) tryEqual(o Selection, events []Event) bool {
	if m.Exhausted() {
		return false
	}
	r, ok := m.Test(o, events, 0, 0)
	if !ok || m.best.Less(r) {
		return false
	}
	if !m.adopt(r) {
		m.become(r)
	}
	return true
}

// sends returns how many messages the process sends right after the external event.
func (r Run) sends(external string) (n int) {
	at := r.position(external)
	for _, e := range r[at+1:] {
		switch {
		case e.Step.Actor != r[at].Step.Actor:
		case !e.Send:
			return n
		default:
			n++
		}
	}
	return n
}

// happening returns the events with an external event that was left out, followed by the given number of steps of its process.
func (r Run) happening(gone string, steps int) (events []Event) {
	done := false // one that was replaced, too, stands there twice
	for _, e := range r {
		if e.External != gone || done {
			events = append(events, e)
			continue
		}
		done, e.LeftOut, e.Step.Alternative = true, false, 0
		events = append(events, e)
		for range steps {
			further := Event{}
			further.Step.Actor = e.Step.Actor
			events = append(events, further)
		}
	}
	return events
}
