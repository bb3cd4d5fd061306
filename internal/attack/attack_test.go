//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/internal/gocache"
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "go" {
		os.Exit(gocache.Main(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// hang is the time after which a run counts as hanging, on a machine that may be busy.
const hang = 3 * time.Minute

// TestAttacks is the short form of all attacks.
func TestAttacks(t *testing.T) {
	l, err := newLab(t.Context(), t.TempDir(), hang)
	if err != nil {
		t.Fatal(err)
	}
	p := &plan{seed: 1}
	if testing.Short() {
		p.n = 3
	}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			count, err := a.carryOut(l, p, func(f failure) { t.Error(f) })
			if err != nil || count == 0 {
				t.Errorf("%d cases, %v", count, err)
			}
		})
	}
}

// TestFaults: behaviour that is wrong for every run is detected.
func TestFaults(t *testing.T) {
	if err := (&outcome{stdout: "m  verified\n"}).fault(); err != nil {
		t.Errorf("a good outcome is a fault: %v", err)
	}
	if err := (&outcome{execution: execution{traces: true}, stderr: "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n", status: 2}).fault(); err != nil {
		t.Errorf("a trace that may be is a fault: %v", err)
	}
	for name, o := range map[string]outcome{
		"hangs":                {hung: true},
		"has an internal one":  {stderr: "checkmodel internal error: oops\n", status: 2},
		"panics":               {stderr: "panic: oops\n\ngoroutine 1 [running]:\nmain.main()\n", status: 2},
		"runs out of memory":   {stderr: "fatal error: out of memory\n\ngoroutine 1 gp=0x1 m=3 mp=0x2 [running]:\nruntime.throw()\n", status: 2},
		"has an odd status":    {status: 3},
		"says nothing":         {status: 2},
		"may not fail, and so": {execution: execution{statuses: []int{0}}, status: 1, stdout: "violated"},
	} {
		if o.fault() == nil {
			t.Errorf("nobody notices one that %s", name)
		}
	}
}

// TestCases: a case fails with all the faults of its command.
func TestCases(t *testing.T) {
	dir := t.TempDir()
	command := filepath.Join(dir, "checkmodel")
	for _, c := range []struct{ script, want string }{
		{"echo verified", ""},
		{"exit 7", "status 7"},
		{"echo said >$TMPDIR/left", "left behind in the directory for temporary files, such as left"},
		{"kill -9 $$", "signal 9"},
		{"sleep 1000", "it hung"},
		{"yes | head -c 100000000; exit 7", "status 7"},
	} {
		if err := os.WriteFile(command, []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		l := &lab{ctx: t.Context(), hang: hang, command: command, module: dir, env: os.Environ()}
		if c.want == "it hung" {
			l.hang = 200 * time.Millisecond
		}
		a := attack{name: "test", short: 1, prepare: func(*lab) (cases, error) {
			return cases{run: func(t *trial) {
				if o := t.run(execution{}); o.signal == syscall.SIGKILL {
					t.fail("signal %d", o.signal)
				}
			}}, nil
		}}
		var all []string
		_, err := a.carryOut(l, &plan{seed: 1}, func(f failure) { all = append(all, f.String()) })
		if got := strings.Join(all, "\n"); err != nil || (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: it fails with %q, %v; want %q", c.script, got, err, c.want)
		}
	}
}

// TestEnds: attacks that are to end do so, and failures after that are not reported.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l := &lab{ctx: ctx, hang: hang, command: "/bin/sleep", module: t.TempDir(), env: os.Environ()}
	a := attack{name: "test", short: 10, prepare: func(*lab) (cases, error) {
		return cases{run: func(t *trial) { cancel(); t.run(execution{args: []string{"1000"}}) }}, nil
	}}
	if _, err := a.carryOut(l, &plan{seed: 1}, func(f failure) { t.Error(f) }); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNumbers: equal seeds choose the same cases, different ones others, and the long form has all
// cases.
func TestNumbers(t *testing.T) {
	a := attack{short: 5, long: 1000}
	c := cases{number: 100, quick: 50}
	some := a.numbers(&plan{seed: 1}, c)
	if again := a.numbers(&plan{seed: 1}, c); len(some) != 5 || !slices.Equal(some, again) || slices.Max(some) > 50 || slices.Min(some) < 1 {
		t.Errorf("the short form has %v, then %v", some, again)
	}
	if other := a.numbers(&plan{seed: 2}, c); slices.Equal(some, other) {
		t.Errorf("two seeds choose %v", some)
	}
	if all := a.numbers(&plan{seed: 1, long: true}, c); len(all) != 100 || all[0] != 1 || all[99] != 100 {
		t.Errorf("the long form has %v", all)
	}
	if n := len(a.numbers(&plan{seed: 1, long: true}, cases{})); n != 1000 {
		t.Errorf("of an attack without a list it has %d", n)
	}
	if only := a.numbers(&plan{seed: 1, only: 77}, c); !slices.Equal(only, []int{77}) {
		t.Errorf("instead of case 77 there are %v", only)
	}
}

// TestKinds: there are many kinds of bad models, with distinct names.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range kinds {
		if seen[k.name] || k.name == "" || k.says == "" {
			t.Errorf("the kind %q has no name of its own, or says nothing", k.name)
		}
		seen[k.name] = true
	}
	if len(seen) < 250 {
		t.Errorf("there are %d kinds only", len(seen))
	}
}
