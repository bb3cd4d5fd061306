package checker

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

func checkAtOnce(t *rapid.T) {
	all := slices.Concat(randomprograms.AtOnceOps, randomprograms.OwnerOps, randomprograms.ProcessOps, randomprograms.AnnounceOps, randomprograms.TableOps)
	ops := rapid.SampledFrom([][]string{randomprograms.AtOnceOps, all}).Draw(t, "operations")
	pr := randomprograms.Programs(ops, 4, 6).Draw(t, "program")
	delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	t.Log("\n", pr.String(), delivery)
	checkMain(t, randomprograms.AtOnce(pr), false, delivery, tooMany)
}

// TestEndedChoice: before the signal, the process chooses each alternative.
func TestEndedChoice(t *testing.T) {
	pr := randomprograms.Program{{{Do: "timer", To: 1}, {Do: "kill", To: 1}}, {{Do: "choose"}}}
	checkMain(t, randomprograms.AtOnce(pr), false, proc.Instant, 100_000)
}

// TestNamedAwait: the table with the name may be renamed and replaced while a process waits.
func TestNamedAwait(t *testing.T) {
	for name, pr := range map[string]randomprograms.Program{
		// It no longer depends on the end of the table that had the name first.
		"two tables": {{{Do: "rename", V: 1}, {Do: "named"}}, {{Do: "named await"}}, {{Do: "named insert"}}},
		// It fails before the signal that ends it if the table has not been created by then.
		"a table that comes late": {
			{{Do: "named", K: 1}, {Do: "await any"}},
			{{Do: "named await", K: 1, V: 1}},
			{{Do: "signal", To: 1}, {Do: "await any"}},
		},
		// If it is not killed, it can continue because of what happens after its end.
		"without a name": {{{Do: "kill", To: 1}}, {{Do: "await"}}, {{Do: "rename", V: 1}}},
	} {
		t.Run(name, func(t *testing.T) { checkMain(t, randomprograms.AtOnce(pr), false, proc.Instant, 100_000) })
	}
}
