package trace

import "fmt"

// Validate returns an error if the trace, which may come from a damaged checkpoint, is not that of
// an interleaving: its entries are not numbered from 1, or refer to events that do not come before
// them.
func (t *Trace) Validate() error {
	n := len(t.Entries)
	for i := range t.Entries {
		e := &t.Entries[i]
		if e.Number != i+1 {
			return fmt.Errorf("event %d of the trace has number %d", i+1, e.Number)
		}
		if e.Sent < 0 || e.Sent > i {
			return fmt.Errorf("event %d of the trace has a message of event %d, which is not before it", i+1, e.Sent)
		}
		for _, after := range e.After {
			if after < 1 || after > i {
				return fmt.Errorf("event %d of the trace comes after event %d, which is not before it", i+1, after)
			}
		}
	}
	for _, r := range t.Races {
		if min(r.First, r.Second) < 1 || max(r.First, r.Second) > n {
			return fmt.Errorf("events %d and %d of the trace race, and there are %d", r.First, r.Second, n)
		}
	}
	return nil
}
