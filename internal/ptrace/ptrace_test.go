//go:build linux && amd64

package ptrace_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// TestStart: a program runs in its own namespaces up to its end, with the same numbers and addresses each time.
func TestStart(t *testing.T) {
	if err := ptrace.Supported(); err != nil {
		t.Skip(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	path, err := exec.LookPath("true")
	if err != nil {
		t.Skip(err)
	}
	var first []uint64
	for i := range 3 {
		p, err := ptrace.Start(ptrace.Program{Path: path, Args: []string{path}, Size: 1 << 20, Fill: func(dir string) error {
			return os.WriteFile(dir+"/file", []byte("x"), 0o644)
		}})
		if err != nil {
			t.Fatal(err)
		}
		var calls []uint64
		for {
			s, err := p.Main.Continue(0)
			if err != nil {
				t.Fatal(err)
			}
			if s.Kind == ptrace.Ended {
				if s.Status != 0 || s.Signal != 0 {
					t.Errorf("it ends with %+v", s)
				}
				break
			}
			if s.Kind == ptrace.AtSignal && s.Signal == unix.SIGSEGV {
				if is, err := p.Main.ReadsCycles(p.Memory, 7); err != nil || !is {
					t.Fatal("a fault", err)
				}
				continue
			}
			if s.Kind == ptrace.Exiting {
				continue
			}
			if s.Kind != ptrace.AtCall {
				t.Fatalf("it stops with %+v", s)
			}
			if err := p.Main.Load(); err != nil {
				t.Fatal(err)
			}
			calls = append(calls, uint64(p.Main.Number()))
			for _, a := range p.Main.Arguments() {
				calls = append(calls, a)
			}
		}
		p.Release()
		if i == 0 {
			first = calls
		} else if len(first) == 0 || len(first) != len(calls) {
			t.Fatalf("%d numbers, then %d", len(first), len(calls))
		}
		for k := range first {
			if first[k] != calls[k] {
				t.Errorf("number %d is %x, then %x", k, first[k], calls[k])
			}
		}
	}
}
