package world_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestFlush: a flush discards the message of a monitor, whether that arrives before or after it. The event
// of the flush names a message that was there.
func TestFlush(t *testing.T) {
	const main, child = 0, 1
	for name, order := range map[string][]trace.ActorID{
		"after the message":  {main, child, child, main},
		"before the message": {main, main, child, child},
	} {
		sys := newSystem(func(p *proc.P) {
			_, ref := p.SpawnMonitor("child", func(*proc.P) {})
			p.Demonitor(ref, true)
			p.ReceiveTimeout()
		})
		var flush, down trace.Event
		for _, a := range order {
			switch e := sys.Step(trace.Step{Actor: a}); e.Kind {
			case kind.Demonitor:
				flush = e
			case kind.Down:
				down = e
			}
		}
		want := trace.NoEvent
		if order[1] == child {
			want = down.ID()
		}
		if flush.Taken != want {
			t.Errorf("%s: it takes %v, want %v", name, flush.Taken, want)
		}
		if e := sys.Step(trace.Step{Actor: main}); !e.TimedOut() {
			t.Errorf("%s: what was thrown away is received: %+v", name, e)
		}
		sys.Close()
	}
}
