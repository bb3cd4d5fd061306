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

// sleeps returns a process that chooses twice among so many, and sleeps in between: for some
// hundred seconds in all if there are many, and a few seconds otherwise, in which the first
// interleavings are executed again and again. The seconds are those of a synctest bubble.
func sleeps(n int) func(*proc.P) {
	return func(p *proc.P) {
		p.Choose(n)
		time.Sleep(20 * time.Millisecond)
		p.Choose(n)
	}
}

// TestShare: each of the models that are left has an equal part of the time that is left,
// so none is starved by those before it.
func TestShare(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name    string
		options cli.Options
		models  []checker.Model
		status  cli.Status
		seconds []float64 // that each search may take, nearly
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
				start := time.Now()
				models := func() []checker.Model { return c.models }
				status := cli.Run(t.Context(), cli.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now}, c.options,
					[]cli.Package{{Path: "example.com/one", Models: models}})
				if status != c.status || time.Since(start) > 110*time.Second {
					t.Errorf("status %d after %v\n%s", status, time.Since(start), stderr.String())
				}
				for i, d := range objects(t, stdout.String()) {
					if took := d["elapsed_seconds"].(float64); took < c.seconds[i]-1 || took > c.seconds[i]+10 || d["interleavings"].(float64) < 2 {
						t.Errorf("%s: %v interleavings in %v seconds, want %v", d["model"], d["interleavings"], took, c.seconds[i])
					}
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
