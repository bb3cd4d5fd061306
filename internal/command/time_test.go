package command_test

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
)

// A function Models that does not return is abandoned and named when the run must end. The models of
// packages before it are listed as not searched.
func TestModelsThatNeverReturn(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		release := make(chan bool)
		ctx, cancel := context.WithCancel(t.Context())
		var stdout, stderr bytes.Buffer
		env := command.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now, Patience: func(ending bool) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			if ending {
				cancel()
			}
			return ctx, cancel
		}}
		options, want := command.Options{}, command.Interrupted
		if !interrupted {
			options.Timeout, want = time.Millisecond, command.Unusable
		}
		status := command.Run(ctx, env, options, []command.Package{
			{Path: "example.com/good", Models: func() []checker.Model { return []checker.Model{safe} }},
			{Path: "example.com/hangs", Models: func() []checker.Model {
				if interrupted {
					cancel()
				}
				<-release
				return nil
			}},
			{Path: "example.com/after", Models: func() []checker.Model { t.Error("called after the interrupt"); return nil }},
		})
		close(release)
		cancel()
		if status != want {
			t.Errorf("the status is %d, want %d", status, want)
		}
		for _, want := range []string{
			`(?m)^checkmodel: at .*time_test\.go:\d+: the function Models of package example\.com/hangs does not return \(its goroutine: (chan receive|runnable|running)\)`,
			`(?m)^checkmodel: the package example\.com/after was not asked for its models`,
		} {
			if !interrupted && strings.Contains(want, "hangs") { // the time may be up before it is asked
				continue
			}
			if !regexp.MustCompile(want).MatchString(stderr.String()) {
				t.Errorf("standard error does not match %s:\n%s", want, &stderr)
			}
		}
		if !strings.Contains(stdout.String(), "nothing explored") && interrupted {
			t.Errorf("the report is\n%s", &stdout)
		}
	}
}

// A function Models that does not return is an error without an interrupt, too, at the line where it loops. Other packages are
// checked.
func TestModelsThatLoop(t *testing.T) {
	t.Parallel()
	looping, release := make(chan bool), make(chan bool)
	defer close(release)
	var ended atomic.Int32
	var stdout, stderr bytes.Buffer
	env := command.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now, Patience: func(bool) (context.Context, context.CancelFunc) {
		patience, cancel := context.WithCancel(context.Background())
		go func() { // two patiences end, both while the function loops
			select {
			case <-looping:
				if patience.Err() == nil && ended.Add(1) <= 2 {
					cancel()
				}
			case <-patience.Done():
			}
		}()
		return patience, cancel
	}}
	status := command.Run(t.Context(), env, command.Options{}, []command.Package{
		{Path: "example.com/good", Models: func() []checker.Model { return []checker.Model{safe} }},
		{Path: "example.com/loops", Models: func() []checker.Model {
			close(looping)
			for n := 0; ; n++ {
				select {
				case <-release:
					return nil
				default:
				}
			}
		}},
	})
	if want := `(?m)^checkmodel: at .*time_test\.go:\d+: the function Models of package example\.com/loops does not return`; status != command.Unusable || !regexp.MustCompile(want).MatchString(stderr.String()) {
		t.Errorf("status %d, standard error does not match %s:\n%s", status, want, &stderr)
	}
	if !strings.Contains(stdout.String(), "verified") {
		t.Errorf("the other package is not checked:\n%s", &stdout)
	}
}

// A search does not start more workers than the maximum.
func TestManyWorkers(t *testing.T) {
	r := run(t.Context(), command.Options{Workers: 1_000_000_000, MaxInterleavings: 300}, large)
	if r.status != command.AsDeclared || !strings.Contains(r.stderr, "checkmodel: -workers 1000000000 is too large: a search has at most 256 workers") {
		t.Errorf("status %d: %s", r.status, r.stderr)
	}
}
