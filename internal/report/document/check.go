package document

import (
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
)

// check returns an error if the document cannot be shown because its numbers do not fit its lists:
// a saved document may have been damaged.
func (d *Document) check() error {
	for i := range d.Distinct {
		if err := d.Distinct[i].check(); err != nil {
			return fmt.Errorf("violation %d: %w", i+1, err)
		}
	}
	for i := range d.Examples {
		if err := d.Examples[i].check(); err != nil {
			return fmt.Errorf("example %d: %w", i+1, err)
		}
	}
	if d.States != nil && d.Loop != nil {
		if err := d.Loop.check(); err != nil {
			return fmt.Errorf("the loop: %w", err)
		}
	}
	return nil
}

func (v *Violation) check() error {
	if v.Interleaving < 0 || v.Shown < 0 || v.Count < 0 {
		return fmt.Errorf("interleaving %d, shown %d and count %d must be 0 or more", v.Interleaving, v.Shown, v.Count)
	}
	last := len(v.Trace)
	if v.LoopFrom < 0 || v.LoopFrom > last {
		return fmt.Errorf("a loop from event %d, of %d", v.LoopFrom, last)
	}
	if v.DeadEnd < 0 {
		return fmt.Errorf("%d states after a dead end", v.DeadEnd)
	}
	for i := range v.Trace {
		if err := checkEntry(&v.Trace[i], i+1); err != nil {
			return fmt.Errorf("event %d of its trace: %w", i+1, err)
		}
	}
	for _, r := range v.Races {
		if r.First < 1 || r.First > last || r.Second < 1 || r.Second > last {
			return fmt.Errorf("a race of the events %d and %d, of %d", r.First, r.Second, last)
		}
	}
	if r := v.Reversal; r != nil && (r.First.Number < 0 || r.First.Number > last || r.Second.Number < 0 || r.Second.Number > last) {
		return fmt.Errorf("a reversal of the events %d and %d, of %d", r.First.Number, r.Second.Number, last)
	}
	for i, o := range v.History {
		if o.Called < 1 || o.Called > last || o.Returned != 0 && (o.Returned <= o.Called || o.Returned > last) || o.Order < 0 || o.Order > len(v.History) {
			return fmt.Errorf("operation %d from event %d to %d, with the place %d of %d, in %d events", i+1, o.Called, o.Returned, o.Order, len(v.History), last)
		}
	}
	if from := v.Original(); from != nil {
		if err := from.check(); err != nil {
			return fmt.Errorf("the violation that it was made from: %w", err)
		}
	}
	return nil
}

// checkEntry returns an error if an entry cannot belong to the event of this number.
func checkEntry(e *trace.Entry, number int) error {
	switch {
	case e.Number != number:
		return fmt.Errorf("its number is %d", e.Number)
	case e.Process == "":
		return errors.New("it has no process")
	case e.Sent < 0 || e.Sent >= number:
		return fmt.Errorf("its message was sent by event %d", e.Sent)
	}
	for _, sent := range e.Collected {
		if sent < 1 || sent >= number {
			return fmt.Errorf("it collected a message that was sent by event %d", sent)
		}
	}
	for _, before := range e.After {
		if before < 1 || before >= number {
			return fmt.Errorf("it must come after event %d", before)
		}
	}
	return nil
}
