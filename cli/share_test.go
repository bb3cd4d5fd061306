package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/proc"
)

// sleeps returns a process that chooses one of n values, sleeps, and chooses again. A search of
// it takes hundreds of seconds if n is large, and otherwise a few seconds, in which the first
// interleavings are repeated. These are seconds of a synctest bubble, whose clock advances only
// while all goroutines sleep, so the speed of the machine does not matter.
func sleeps(n int) func(*proc.P) {
	return func(p *proc.P) {
		p.Choose(n)
		time.Sleep(20 * time.Millisecond)
		p.Choose(n)
	}
}

// TestShare: the time that is left is divided equally among the models that are left, so each model
// gets some.
func TestShare(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name    string
		options cli.Options
		models  []checker.Model
		status  cli.Status
		seconds []float64 // that each search takes, nearly, by the clock of the synctest bubble
	}{
		{"two", cli.Options{}, []checker.Model{slow, slow2}, cli.AsDeclared, []float64{50, 50}},
		{"what one leaves goes to the others", cli.Options{}, []checker.Model{brief, slow, slow2}, cli.AsDeclared, []float64{3, 40, 40}},
		{"one", cli.Options{}, []checker.Model{slow}, cli.AsDeclared, []float64{100}},
		{"the model has a limit", cli.Options{}, []checker.Model{limited, slow}, cli.AsDeclared, []float64{20, 75}},
		{"required", cli.Options{RequireComplete: true}, []checker.Model{slow, brief}, cli.NotComplete, []float64{50, 3}},
		{"saved", cli.Options{Checkpoint: filepath.Join(dir, "saved")}, []checker.Model{slow, slow2}, cli.AsDeclared, []float64{50, 50}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c.options.Timeout, c.options.JSON = 100*time.Second, true
				var stdout, stderr strings.Builder
				models := func() []checker.Model { return c.models }
				status := cli.Run(t.Context(), cli.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now}, c.options,
					[]cli.Package{{Path: "example.com/one", Models: models}})
				if status != c.status {
					t.Errorf("status %d, want %d\n%s", status, c.status, stderr.String())
				}
				total := 0.0
				for i, d := range objects(t, stdout.String()) {
					if took := d["elapsed_seconds"].(float64); took < c.seconds[i]-1 || took > c.seconds[i]+10 || d["interleavings"].(float64) < 2 {
						t.Errorf("%s: %v interleavings in %v seconds, want %v", d["model"], d["interleavings"], took, c.seconds[i])
					}
					total += d["elapsed_seconds"].(float64)
				}
				if total > 110 {
					t.Errorf("all searches take %v seconds together", total)
				}
				if c.options.Checkpoint != "" && (strings.Contains(stderr.String(), "not been searched") ||
					!strings.Contains(stderr.String(), "slow2 is saved in "+c.options.Checkpoint+".slow2;")) {
					t.Errorf("of what is saved it says\n%s", stderr.String())
				}
			})
		})
	}
	for file, model := range map[string]string{"saved": "slow", "saved.slow2": "slow2"} {
		content, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if c, err := checker.DecodeCheckpoint(content); err != nil || c.Model != model {
			t.Errorf("%s is not a checkpoint of %s: %v", file, model, err)
		}
	}
}
