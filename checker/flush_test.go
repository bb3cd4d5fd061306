package checker

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// A flush discards the message of its monitor whether that arrives before or after it, so the two are
// independent. It must not discard any other message.

// TestFlushOfWhatIsPassedOn: a Down that a process sends is not flushed, so it is there in each
// interleaving.
func TestFlushOfWhatIsPassedOn(t *testing.T) {
	for _, info := range []bool{false, true} {
		for _, delivery := range []proc.Delivery{proc.Instant, proc.Channel} { // in a bag it may come after what is sent later
			for _, algorithm := range enumerating() {
				for _, anyRace := range []bool{false, true} {
					holds(t, passingOn(info), Options{Delivery: delivery, Algorithm: algorithm, AnyDeliveriesRace: anyRace && algorithm != Naive})
				}
			}
		}
	}
}

// passingOn is a model in which a process sends the message of a monitor back to its owner, which
// undoes the monitor meanwhile.
func passingOn(info bool) func(p *proc.P) {
	return func(p *proc.P) {
		ref := p.Monitor(p.Spawn("worker", func(*proc.P) {}))
		me := p.Self()
		down := proc.Receive[proc.Down](p)
		p.Spawn("echo", func(p *proc.P) {
			p.Send(me, down)
			p.Send(me, "done")
		})
		if info {
			p.DemonitorInfo(ref, true)
		} else {
			p.Demonitor(ref, true)
		}
		proc.Receive[string](p)
		got, ok := proc.ReceiveTimeout[proc.Down](p)
		p.Assert(ok && got == down, "it is there", "%v, %v", got, ok)
	}
}

// TestForeignMonitor: only the creator of a monitor can undo it.
func TestForeignMonitor(t *testing.T) {
	m := Model{Name: "foreign", Main: func(p *proc.P) {
		ref := p.Monitor(p.Spawn("worker", crash))
		p.Spawn("other", func(p *proc.P) { p.Demonitor(ref, true) })
	}}
	_, err := Check(context.Background(), m, Options{})
	var fault *guard.ModelError
	if !errors.As(err, &fault) || fault.Process != "other" || !strings.Contains(fault.Problem, "main ref 1, which process main has made") {
		t.Errorf("the error is %v", err)
	}
}
