package command_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
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

// TestShare: the time is divided equally among the models, so each gets some, and time that one does not need goes to
// the others, also to those before it.
func TestShare(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name    string
		options command.Options
		models  []checker.Model
		status  command.Status
		seconds []float64 // that each search takes, nearly, by the clock of the synctest bubble
	}{
		{"two", command.Options{}, []checker.Model{slow, slow2}, command.AsDeclared, []float64{50, 50}},
		{"what one leaves goes to the others", command.Options{}, []checker.Model{brief, slow, slow2}, command.AsDeclared, []float64{3, 40, 40}},
		{"one", command.Options{}, []checker.Model{slow}, command.AsDeclared, []float64{100}},
		{"the model has a limit", command.Options{}, []checker.Model{limited, slow}, command.AsDeclared, []float64{20, 75}},
		{"required", command.Options{RequireComplete: true, Algorithm: checker.Optimal}, []checker.Model{slow, brief}, command.NotComplete, []float64{90, 3}},
		{"saved", command.Options{Checkpoint: filepath.Join(dir, "saved")}, []checker.Model{slow, slow2}, command.AsDeclared, []float64{50, 50}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c.options.Timeout, c.options.JSON = 100*time.Second, true
				var stdout, stderr strings.Builder
				models := func() []checker.Model { return c.models }
				status := command.Run(t.Context(), command.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now}, c.options,
					[]command.Package{{Path: "example.com/one", Models: models}})
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
		if c, err := checker.ReadCheckpoint(bytes.NewReader(content)); err != nil || c.Model != model {
			t.Errorf("%s is not a checkpoint of %s: %v", file, model, err)
		}
	}
}

// TestTurns: the result of each of several searches is that of one alone, which does not pause, and reports have the order of
// the models.
func TestTurns(t *testing.T) {
	command.SetFirstTurn(t, 7)
	model := func(name string, n int, assert bool) checker.Model {
		return checker.Model{Name: name, Main: arrivals(n, assert)}
	}
	models := []checker.Model{model("large", 5, false), model("small", 3, false), model("wrong", 5, true), model("last", 2, false)}
	for _, o := range []command.Options{
		{}, {Workers: 1, Show: 2}, {Until: checker.UntilEnd, Verbose: true}, {Algorithm: checker.RandomWalk, Runs: 100}, {Algorithm: checker.States}, {Algorithm: checker.Source},
		{Bound: bounding.Tree(3).From(0)}, {MaxInterleavings: 90}, {Explain: true}, {Algorithm: checker.Auto},
	} {
		o.JSON = true
		models := models
		if o.Algorithm == checker.States {
			models = append([]checker.Model{servedLate}, models...)
		}
		together := objects(t, run(t.Context(), o, models...).stdout)
		if len(together) != len(models) {
			t.Fatalf("%d reports of %d models", len(together), len(models))
		}
		for i, m := range models {
			alone := objects(t, run(t.Context(), o, m).stdout)[0]
			for _, d := range []map[string]any{alone, together[i]} {
				for key := range d {
					if strings.Contains(key, "second") || strings.Contains(key, "states") { // there are numbers of bytes
						delete(d, key)
					}
				}
			}
			if diff := cmp.Diff(alone, together[i]); diff != "" {
				t.Errorf("%+v: the report %d differs from that of %s alone (-alone +together)\n%s", o, i, m.Name, diff)
			}
		}
	}
}

// TestLargeBeforeSmall: a model that is too large for its first turn lets those after it go on. When the run is interrupted, each
// search that has not ended is saved, and can be resumed.
func TestLargeBeforeSmall(t *testing.T) {
	command.SetFirstTurn(t, 10)
	t.Chdir(t.TempDir())
	ctx, interrupt := context.WithCancel(t.Context())
	var begun []string
	begins := func(model string) {
		begun = append(begun, model)
		if len(begun) == 6 {
			interrupt()
		}
	}
	var stdout, stderr bytes.Buffer
	env := command.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now, Begins: begins}
	status := command.Run(ctx, env, command.Options{}, []command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{large, safe, large2} }}})
	if want := []string{"large", "safe", "large2", "large", "large2", "large"}; !cmp.Equal(begun, want) {
		t.Errorf("the turns are %q", begun)
	}
	rows := regexp.MustCompile(`(?s)large +30 .*incomplete \(interrupted\)\nsafe +2 .*verified\nlarge2 +30 .*incomplete \(interrupted\)\n`)
	if status != command.Interrupted || !rows.MatchString(stdout.String()) {
		t.Errorf("the status is %d, and the report\n%s", status, &stdout)
	}
	for _, name := range []string{"large", "large2"} {
		if want := fmt.Sprintf("checkmodel: the search of %s is saved in %[1]s.checkpoint; to go on, give the same command with -resume %[1]s.checkpoint\n", name); !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error has no %q:\n%s", want, &stderr)
		}
		r := run(t.Context(), command.Options{Resume: name + ".checkpoint", MaxInterleavings: 50}, large, safe, large2)
		if !strings.Contains(r.stdout, "50 interleavings explored") {
			t.Errorf("%s is not resumed: %s%s", name, r.stdout, r.stderr)
		}
	}
}
