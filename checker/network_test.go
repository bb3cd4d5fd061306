package checker

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// drawNetwork draws a program whose messages have faults.
func drawNetwork(t *rapid.T, delivery proc.Delivery) (main func(*proc.P), faults Faults) {
	pr := randomprograms.Programs(rapid.SampledFrom(randomprograms.NetworkOps).Draw(t, "operations"), 3, 4).Draw(t, "program")
	few := rapid.SampledFrom([]int{0, 0, 1, 1, 2})
	faults = Faults{Losses: few.Draw(t, "losses"), Duplicates: few.Draw(t, "duplicates"), Reorderings: few.Draw(t, "reorderings")}
	for range rapid.IntRange(0, 2).Draw(t, "links") {
		of := rapid.SampledFrom([]string{"", "p0", "p1", "p*", "main"})
		l := Link{From: of.Draw(t, "from"), To: of.Draw(t, "to"), Losses: few.Draw(t, "losses"), Duplicates: few.Draw(t, "duplicates"), Reorderings: few.Draw(t, "reorderings")}
		l.Message = rapid.SampledFrom([]string{"", "", "int", "surroundings"}).Draw(t, "message")
		if !slices.ContainsFunc(faults.Links, func(other Link) bool { return other.From == l.From && other.To == l.To && other.Message == l.Message }) {
			faults.Links = append(faults.Links, l)
		}
	}
	if !faults.OfMessages() {
		faults.Losses = 1
	}
	if delivery == proc.Bag {
		faults = inBag(faults)
	}
	which := make([]bool, len(pr))
	if rapid.Bool().Draw(t, "nodes") {
		which[0] = true
		faults.Crashes, faults.Restarts = rapid.IntRange(0, 1).Draw(t, "crashes"), 0
		if faults.Crashes > 0 {
			faults.Restarts = rapid.IntRange(0, 1).Draw(t, "restarts")
			faults.Connections = faults.Restarts > 0 && !pr.SendsOnce() && rapid.Bool().Draw(t, "connections")
		}
	}
	t.Logf("\n%v%v are nodes, %v", pr, which, faults)
	return pr.Nodes(which, rapid.Bool().Draw(t, "late")), faults
}

// inBag returns the faults without reorderings, which make no difference in a bag.
func inBag(f Faults) Faults {
	f.Reorderings = 0
	for i := range f.Links {
		f.Links[i].Reorderings = 0
	}
	return f
}

// checkNetwork compares the searches of a program whose messages have faults with brute force; see families.
func checkNetwork(t *rapid.T) {
	delivery := randomprograms.Deliveries.Draw(t, "delivery")
	body, faults := drawNetwork(t, delivery)
	checkWithFaults(t, body, delivery, faults, 4*tooMany)
}

// TestStatesOfNetworks compares the stateful search with the enumeration.
func TestStatesOfNetworks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawNetwork(t, proc.Bag)
		compareStates(t, main, faults)
	})
}

// TestStatesOfReorderings is TestStatesOfNetworks with messages that are reordered.
func TestStatesOfReorderings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawNetwork(t, proc.Instant)
		compareStatesBy(t, main, faults, []proc.Delivery{proc.Instant, proc.Channel})
	})
}

// TestResumeStatesOfNetworks is TestResumeStates for programs whose messages have faults.
func TestResumeStatesOfNetworks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawNetwork(t, proc.Bag)
		resumeStates(t, main, faults)
	})
}

// TestLateDeliveryOfFaults is TestLateDelivery for messages that may be lost or arrive twice, also of nodes that crash.
func TestLateDeliveryOfFaults(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		faults := Faults{Losses: rapid.IntRange(0, 1).Draw(t, "losses"), Duplicates: rapid.IntRange(0, 1).Draw(t, "duplicates")}
		if rapid.Bool().Draw(t, "crash") {
			faults.Crashes, faults.Restarts = 1, rapid.IntRange(0, 1).Draw(t, "restarts")
		}
		compareLate(t, randomprograms.DrawCorrespondents(t, false).Nodes, faults)
	})
}

// A message and its copy are sent to a process that takes one of them, or loses it: which one a plan for the loss takes
// decides which of their orders are another class.
func TestLossesOfCopies(t *testing.T) {
	body := func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) { p.Receive() }, proc.Daemon)
		p.Spawn("from", func(p *proc.P) { p.Send(to, 1) })
	}
	for _, delivery := range proc.Deliveries() {
		main := trustedSystem(body)
		main.SetDelivery(delivery)
		main.SetFaults(Faults{Losses: 1, Duplicates: 1}, false)
		checkSystem(t, main, false, tooMany)
		main.Close()
	}
}
