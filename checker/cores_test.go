package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// checkCores compares the searches of such a program with brute force, and with those of the
// program in which the state is copied by hand.
func checkCores(t *rapid.T) {
	cs := randomprograms.DrawCores(t)
	t.Logf("%+v", cs)
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	systems := map[bool]*world.System{}
	for _, byHand := range []bool{false, true} {
		systems[byHand] = trustedSystem(cs.Main(byHand))
		defer systems[byHand].Close()
		systems[byHand].SetDelivery(delivery)
	}
	checkSystem(t, systems[false], true, tooMany)
	count := func(byHand bool) string {
		r := look(t, systems[byHand], Options{}, nil)
		return fmt.Sprint(r.Interleavings, " interleavings of ", r.Events, " events")
	}
	if tool, hand := count(false), count(true); tool != hand {
		t.Fatalf("there are %s, and %s where the state is copied by hand", tool, hand)
	}
}
