package state

import (
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// body is the function of the first process, which is not executed.
type body struct{ identity.Messages }

func (body) New() (*program.Execution, func()) { return new(program.Execution), func() {} }

// TestTimers: timers with a duration expire in the order of their deadlines, also after some of them were undone.
func TestTimers(t *testing.T) {
	ids := identity.NewStore(body{}, new(guard.Watch))
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		in, ts := new(Actors), new(Timers)
		var timers []*Timer
		for i := range 1 + random.IntN(6) {
			op := &program.Operation{Op: trace.Op{Kind: kind.TimerExpire, Flags: kind.Timed}}
			timers = append(timers, ts.Start(in, ids.Actors.Timer(ids.Actors.ByID(0), 1, i+1), op, int32(random.IntN(4))))
		}
		var expired []*Timer
		for range 30 {
			if n := len(expired); n > 0 && random.IntN(3) == 0 {
				expired[n-1].Undo(nil)
				expired = expired[:n-1]
				continue
			}
			least := int32(effects.EndOfTime)
			for _, timer := range timers {
				if !timer.Expired() {
					least = min(least, timer.deadline)
				}
			}
			var able []*Timer
			for _, timer := range timers {
				if op := timer.Pending(); op != nil {
					if can := timer.Enabled(op); can != (timer.deadline == least) {
						t.Fatalf("that a timer can expire at %d is %v; the next deadline is %d", timer.deadline, can, least)
					} else if can {
						able = append(able, timer)
					}
				}
			}
			if len(able) > 0 {
				timer := able[random.IntN(len(able))]
				timer.Perform(nil)
				expired = append(expired, timer)
			}
		}
	}
}
