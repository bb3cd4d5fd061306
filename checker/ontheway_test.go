package checker

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
	"pgregory.net/rapid"
)

// TestOnTheWay compares what a process learns that asks whether a message is on its way with the messages themselves: one
// that was sent in the present lives of both is in a channel or a mailbox, or its receiver has done nothing since it took the message.
func TestOnTheWay(t *testing.T) {
	t.Parallel()
	answers, sent := map[bool]int{}, map[trace.MessageFault]int{}
	severed, restarted := 0, 0
	checkMany(t, func(t *rapid.T) {
		delivery := randomprograms.Deliveries.Draw(t, "delivery")
		pr := randomprograms.Programs(randomprograms.OnceOps, 3, 7).Draw(t, "program")
		which := rapid.SliceOfN(rapid.Bool(), len(pr), len(pr)).Draw(t, "nodes")
		faults := drawFaults(t, delivery)
		faults.Connections = false // which excludes SendOnce
		if !slices.Contains(which, true) {
			faults.Crashes, faults.Restarts, faults.Partitions, faults.OneWay, faults.Drift, faults.SyncFailures = 0, 0, 0, false, 0, 0
		}
		main := trustedSystem(pr.Nodes(which, rapid.Bool().Draw(t, "late")))
		defer main.Close()
		main.SetDelivery(delivery)
		main.SetFaults(faults, false)
		look(t, main, Options{MaxInterleavings: 100, Observer: observer(func(events []trace.Event) {
			for j := range events {
				e := &events[j]
				switch {
				case e.Kind == kind.Send && e.Key != trace.NoValue:
					sent[e.Fault()]++
				case e.Kind == kind.PutOnTheWay:
					answers[e.Ok]++
					there, again := isThere(events[:j], e)
					if again {
						restarted++
					}
					if e.Ok != there && (e.Ok || !again) {
						t.Fatalf("%vdelivery %s, faults %v\nevent %d: it is on its way: %v, but such a message is there: %v\n%s", pr, delivery, faults, j, e.Ok, there, listing(events))
					}
				}
				if effects.WasCutOff(e) && e.Kind != kind.SendName && e.Key != trace.NoValue {
					severed++
				}
			}
		})}, nil)
	})
	t.Logf("answers %v, sends by their faults %v, %d cut off, %d asked after a restart", answers, sent, severed, restarted)
	if checksMany() && (answers[true] == 0 || answers[false] == 0 || sent[trace.Duplicated] == 0 || sent[trace.Reordered] == 0 || severed == 0 || restarted == 0) {
		t.Error("a case does not occur")
	}
}

// isThere reports whether a message that an event asks about is on its way after the events, and whether its receiver has been
// restarted.
func isThere(events []trace.Event, asks *trace.Event) (there, restarted bool) {
	to := trace.ActorID(asks.Object)
	for i := range events {
		s := &events[i]
		if s.Kind == kind.Restart && trace.ActorID(s.Object) == to {
			there, restarted = false, true
		}
		if s.Kind != kind.Send || s.Key != asks.Key {
			continue
		}
		asked := slices.IndexFunc(events, func(e trace.Event) bool { return e.Actor == s.Actor && e.Index == s.Index-1 })
		there = !slices.ContainsFunc(events[asked:], func(e trace.Event) bool {
			return e.Kind == kind.Restart && trace.ActorID(e.Object) == to || effects.WasCutOff(&e) && e.Message == s.ID()
		}) && !isGone(events[i:], s)
	}
	return there, restarted
}

// isGone reports whether the message of the first event has been taken or lost, and its receiver has gone on since.
func isGone(events []trace.Event, s *trace.Event) bool {
	taken := slices.IndexFunc(events, func(e trace.Event) bool { return e.IsReceive() && e.Taken == s.ID() })
	return taken >= 0 && slices.ContainsFunc(events[taken:], func(e trace.Event) bool {
		return e.Actor == events[taken].Actor && e.Index == events[taken].Index+1 && e.Kind != kind.Exit
	})
}
