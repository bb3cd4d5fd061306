package command_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/proc"
)

// TestDamagedCheckpoint: a file of -resume that is cut, or has another byte somewhere, is refused with the reason.
func TestDamagedCheckpoint(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "m", Goals: []checker.Property{{Name: "late"}}, Main: func(p *proc.P) {
		me := p.Self()
		for i := range 4 {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i); p.Assert(i < 2 || p.Choose(2) == 0, "even", "it is odd") })
		}
		for i := range 4 {
			if got := proc.Receive[int](p); got == 3 && i == 3 {
				p.Reach("late")
			}
		}
	}}
	for name, o := range map[string]command.Options{
		"optimal": {Until: checker.UntilEnd},
		"states":  {Until: checker.UntilEnd, Algorithm: checker.States},
		"random":  {Until: checker.UntilEnd, Runs: 1000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "saved")
			first := o
			first.MaxInterleavings, first.Checkpoint = 12, file
			if r := run(t.Context(), first, m); !strings.Contains(r.stderr, "is saved in") {
				t.Fatalf("the search is not saved:\n%s%s", r.stdout, r.stderr)
			}
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			o.Resume, o.MaxInterleavings = file, 20
			rng := rand.New(rand.NewPCG(1, 1))
			for range 30 {
				damaged := slices.Clone(content)
				if at := rng.IntN(len(content) - 1); rng.IntN(3) == 0 {
					damaged = damaged[:at]
				} else {
					damaged[at] ^= 1 << rng.IntN(8)
				}
				if err := os.WriteFile(file, damaged, 0o666); err != nil {
					t.Fatal(err)
				}
				r := run(t.Context(), o, m)
				if said := r.stdout + r.stderr; r.status != command.Unusable || !strings.Contains(said, "checkpoint") || strings.Contains(said, "internal error") || bytes.Contains([]byte(said), []byte{0}) {
					t.Errorf("of %q: status %d, %s", damaged, r.status, said)
				}
			}
		})
	}
}
