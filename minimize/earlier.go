package minimize

import "slices"

// earlier replaces external events by earlier ones of their processes that are left out: then nothing depends on what a process does
// between the two, such as to wait.
func (m *minimizer) earlier() {
	for _, name := range m.best.Externals() {
		for i := 0; !m.Spent(); i += 1 + i/each {
			gone := m.best.goneBefore(name)
			if i >= len(gone) || m.exchange(name, gone[i]) {
				break
			}
		}
	}
}

// each is how many of the first events that were left out are tried, and then fewer and fewer.
const each = 8

// goneBefore returns the names of the external events that the process of this one leaves out before it, in their order.
func (r Run) goneBefore(name string) (gone []string) {
	at := slices.IndexFunc(r, func(e Event) bool { return e.External == name && !e.LeftOut })
	if at < 0 {
		return nil // it went with another one
	}
	left := r.Externals()
	for _, e := range r[:at] {
		if e.Step.Actor == r[at].Step.Actor && e.LeftOut && !slices.Contains(left, e.External) && !slices.Contains(gone, e.External) {
			gone = append(gone, e.External)
		}
	}
	return gone
}

// exchange leaves out an external event and lets another one happen, with the payload that this comes with or one that is smaller
// in the same way. It reports whether that fails and is smaller.
func (m *minimizer) exchange(name, gone string) bool {
	same := m.outside([]string{name})
	same.Without = slices.DeleteFunc(same.Without, func(n string) bool { return n == gone })
	tries := []Outside{same}
	if path := same.Smaller[name]; path != nil {
		smaller := m.outside(nil).Smaller
		smaller[gone] = path
		tries = append(tries, Outside{same.Without, smaller})
	}
	for _, o := range tries {
		for _, steps := range []int{1, 2, 0} {
			if m.tryWith(o, m.best.happening(gone, steps)) {
				return true
			}
		}
	}
	return false
}

// happening returns the events with an external one that was left out, after which its process does so many steps more: sends a
// message, for example.
func (r Run) happening(gone string, steps int) (events []Event) {
	for _, e := range r {
		if e.External != gone {
			events = append(events, e)
			continue
		}
		e.LeftOut, e.Step.Alternative = false, 0
		events = append(events, e)
		for range steps {
			further := Event{}
			further.Step.Actor = e.Step.Actor
			events = append(events, further)
		}
	}
	return events
}
