package states

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// Workers part in the end if one worker would have cut an interleaving, as what is below it was explored nearer to the beginning.
func TestHeightOfAll(t *testing.T) {
	for limit, want := range map[int]Parting{0: Together, 29: Ordered, 30: Together} {
		var all workers
		all.finish(totals{interleavings: trace.One, height: 30}, limit)
		if all.parted != want || all.done != (want == Together) {
			t.Errorf("with a limit of %d events the workers part for the reason %d", limit, all.parted)
		}
	}
}
