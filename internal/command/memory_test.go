package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/result"
)

// The flag has precedence over the memory that the machine has left.
func TestMemoryOptions(t *testing.T) {
	for value, want := range map[string]int64{"": 5 << 30, "2GiB": 2 << 30, "none": 0} {
		r := run{env: Environment{Memory: 5 << 30}}
		if value != "" {
			if err := r.options.SetMemory(value); err != nil {
				t.Fatal(err)
			}
		}
		if got := r.memory(); got != want {
			t.Errorf("with -memory %q the limit is %d bytes, want %d", value, got, want)
		}
	}
	o := Options{Memory: -1}
	if err := o.SetMemory("much"); err == nil || o.Memory != -1 {
		t.Errorf("the error is %v, the limit %d", err, o.Memory)
	}
	if err := o.Validate(); err == nil || err.Error() != "-memory is -1 bytes; it must be 0 (what the machine leaves) or more" {
		t.Errorf("the error is %v", err)
	}
}

// If code that cannot be stopped has taken all memory, no further search begins. After any other
// search the next one does.
func TestMemoryLeft(t *testing.T) {
	failed := errors.New("stuck")
	for _, c := range []struct {
		err  error
		stop checker.Stop
		left bool
	}{{failed, checker.OutOfMemory, false}, {nil, checker.OutOfMemory, true}, {failed, checker.NotStopped, true}, {failed, checker.Canceled, true}} {
		var stdout, stderr bytes.Buffer
		r := &run{env: Environment{Now: time.Now, Stdout: &stdout, Stderr: &stderr}}
		ctx := memoryLeft(t.Context(), &document.Item{Result: &checker.Result{Record: result.Record{Stop: c.stop}}, Err: c.err})
		r.requests, r.items = []document.Request{{Name: "m", Model: model}}, make([]document.Item, 1)
		it := &r.items[0]
		newModelSearch(r, &r.requests[0], it).goOn(ctx, ctx, 0)
		if c.left != (it.Result.Interleavings == 1) || c.left != (it.Canceled == "") {
			t.Errorf("after %q and the error %v, %d interleavings were explored, canceled by %q", c.stop, c.err, it.Result.Interleavings, it.Canceled)
		}
		if err := r.noRoom(); c.left != (err == nil) || !c.left && !strings.HasPrefix(err.Error(), "nothing was explored of m: code of an earlier model has taken all memory") {
			t.Errorf("after %q and the error %v, the error is %v", c.stop, c.err, err)
		}
	}
}

// A search that runs out of memory is saved without a request, unless nothing was explored.
func TestUnplanned(t *testing.T) {
	timeout, cancel := context.WithTimeoutCause(t.Context(), 0, errTimeout)
	defer cancel()
	for _, c := range []struct {
		ctx  context.Context
		stop checker.Stop
		n    int
		want bool
	}{
		{t.Context(), checker.OutOfMemory, 1, true}, {timeout, checker.OutOfMemory, 1, true}, {t.Context(), checker.OutOfMemory, 0, false},
		{t.Context(), checker.Canceled, 1, true}, {timeout, checker.Canceled, 1, false}, {t.Context(), checker.OutOfBudget, 1, false},
		{t.Context(), checker.NotStopped, 1, false},
	} {
		s := saving{ctx: c.ctx}
		if got := s.unplanned(&checker.Checkpoint{Stop: c.stop, Findings: checker.Findings{Figures: checker.Figures{Events: c.n}}}); got != c.want {
			t.Errorf("stopped by %q after %d events (%v): saved: %v", c.stop, c.n, c.ctx.Err(), got)
		}
	}
}
