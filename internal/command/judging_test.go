package command_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/proc"
)

// servedLate is a model that says after some rounds of another process that it is served.
var servedLate = checker.Model{
	Name: "late",
	Rules: []checker.Rule{checker.Eventually(checker.Property{Name: "served"}, func(all []checker.Exposed[string]) error {
		if len(all) == 0 {
			return errors.New("no process is served")
		}
		return nil
	})},
	Main: func(p *proc.P) {
		for range 3 {
			p.Spawn("polling", func(p *proc.P) {
				proc.Loop(p, 0, func(n *int) bool { *n = (*n + 1) % 9; p.Choose(2); return true })
			}, proc.Daemon)
		}
		proc.Expose(p, "served")
	},
}

// interrupting is progress that interrupts the run when it shows a pattern.
type interrupting struct {
	bytes.Buffer
	pattern   *regexp.Regexp
	interrupt func()
}

func (w *interrupting) Write(b []byte) (int, error) {
	if w.pattern.Match(b) {
		w.interrupt()
	}
	return w.Buffer.Write(b)
}

// TestInterruptedJudging: the progress goes on while an Eventually is judged. A run that is interrupted then says that it is
// not known whether it holds, and is saved.
func TestInterruptedJudging(t *testing.T) {
	t.Chdir(t.TempDir())
	judge := func(ctx context.Context, o command.Options, progress *interrupting) (stdout, stderr string, status command.Status) {
		var out, problems bytes.Buffer
		now := time.Unix(0, 0)
		env := command.Environment{Stdout: &out, Stderr: &problems, Progress: progress, Now: func() time.Time { now = now.Add(60 * time.Millisecond); return now }}
		status = command.Run(ctx, env, o, []command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{servedLate} }}})
		return out.String(), problems.String(), status
	}
	line := regexp.MustCompile(`"late": done; [1-9]\d* states and [1-9]\d* transitions re-explored, to judge what must hold some time`)
	for _, workers := range []int{1, 2} {
		os.Remove("late.checkpoint")
		ctx, interrupt := context.WithCancel(t.Context())
		progress := &interrupting{pattern: line, interrupt: interrupt}
		stdout, stderr, status := judge(ctx, command.Options{Workers: workers, Verbose: true}, progress)
		if ctx.Err() == nil {
			t.Fatalf("progress is\n%s", progress)
		}
		if !strings.Contains(stdout, "incomplete (interrupted)") || !strings.Contains(stdout, "There may be more, so it is not known whether that holds.") || status == command.AsDeclared {
			t.Errorf("the status is %d, and the report\n%s", status, stdout)
		}
		if want := "checkmodel: the search of late is saved in late.checkpoint; to go on, give the same command with -resume late.checkpoint\n"; stderr != want {
			t.Errorf("standard error is\n%s", stderr)
		}
		stdout, stderr, status = judge(t.Context(), command.Options{Workers: 3 - workers, Resume: "late.checkpoint", Verbose: true}, &interrupting{pattern: line, interrupt: func() {}})
		if status != command.AsDeclared || !strings.Contains(stdout, "verified") || strings.Contains(stdout, "There may be more") {
			t.Errorf("resumed, the status is %d, standard error\n%s\nand the report\n%s", status, stderr, stdout)
		}
	}
}

// TestTimeoutWhileJudging: a run whose time is up while an Eventually is judged says that it is not known whether it holds.
func TestTimeoutWhileJudging(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithCancelCause(t.Context())
	progress := &interrupting{pattern: regexp.MustCompile("to judge what must hold some time"), interrupt: func() { stop(command.ErrTimeout) }}
	var out bytes.Buffer
	now := time.Unix(0, 0)
	env := command.Environment{Stdout: &out, Stderr: &out, Progress: progress, Now: func() time.Time { now = now.Add(60 * time.Millisecond); return now }}
	status := command.Run(ctx, env, command.Options{Workers: 1, Verbose: true, Timeout: time.Hour, RequireComplete: true}, []command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{servedLate} }}})
	if ctx.Err() == nil {
		t.Fatalf("progress is\n%s", progress)
	}
	for _, want := range []string{"incomplete (timeout)", "There may be more, so it is not known whether that holds."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
	if status == command.AsDeclared {
		t.Errorf("the status is %d", status)
	}
}
