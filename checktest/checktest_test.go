package checktest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/proc"
)

// lastWins lets two processes write; the property holds in one of two orders.
func lastWins(violates ...string) checker.Model {
	return checker.Model{
		Name:     "last-wins",
		Violates: violates,
		Main: func(p *proc.P) {
			me := p.Self()
			for _, v := range []int{1, 2} {
				p.Spawn("writer", func(p *proc.P) { p.Send(me, v) })
			}
			first := proc.Receive[int](p)
			p.Assert(first == 1, "order", "%d came first", first)
		},
	}
}

func TestRunAcceptsADeclaredViolation(t *testing.T) {
	r := checktest.Run(t, lastWins("order"), checktest.KeepGoing())
	if r.Verdict != checker.Violated || r.Interleavings != 2 || r.Violating != 1 {
		t.Errorf("verdict %s with %d violating of %d interleavings, want violated, 1 of 2", r.Verdict, r.Violating, r.Interleavings)
	}
}

func TestRunHonoursItsOptions(t *testing.T) {
	if r := checktest.Run(t, lastWins("order"), checktest.MaxInterleavings(1)); r.Verdict != checker.Incomplete {
		t.Errorf("verdict %s with a budget of one interleaving, want incomplete", r.Verdict)
	}
	if r := checktest.Run(t, lastWins("order"), checktest.Bound(0)); r.Verdict != checker.Bounded {
		t.Errorf("verdict %s with bound 0, want bounded", r.Verdict)
	}
	if r := checktest.Run(t, lastWins("order"), checktest.DelayBound(1)); r.Verdict != checker.Violated {
		t.Errorf("verdict %s with delay bound 1, want violated", r.Verdict)
	}
}

// TestRunFails executes the tests below in a process of their own, where they
// must fail and say why.
func TestRunFails(t *testing.T) {
	for name, want := range map[string][]string{
		"TestInnerUndeclared": {"order", "2 came first", "checktest_test.go:", "--- FAIL: TestInnerUndeclared/last-wins"},
		"TestInnerNotFound":   {"declares that it violates nothing of the kind, but no interleaving does"},
		"TestInnerUnusable":   {"has no first process"},
		"TestInnerStuck": {"process main at ", "does not come to its next operation (its goroutine: chan receive)",
			"The calls in which the process is, innermost first:", "checktest_test.TestInnerStuck.func1  checktest_test.go:"},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^"+name+"$", "-test.v")
		cmd.Env = append(os.Environ(), "CHECKTEST_INNER=1")
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("%s passes, but must fail:\n%s", name, out)
		}
		for _, w := range want {
			if !strings.Contains(string(out), w) {
				t.Errorf("%s does not say %q:\n%s", name, w, out)
			}
		}
	}
}

func inner(t *testing.T, m checker.Model, o ...checktest.Option) {
	if os.Getenv("CHECKTEST_INNER") == "" {
		t.Skip("must fail; executed by TestRunFails")
	}
	checktest.Run(t, m, o...)
}

func TestInnerUndeclared(t *testing.T) { inner(t, lastWins()) }
func TestInnerUnusable(t *testing.T)   { inner(t, checker.Model{Name: "empty"}) }
func TestInnerStuck(t *testing.T) {
	inner(t, checker.Model{Name: "stuck", Main: func(*proc.P) { <-make(chan int) }}, checktest.Patience(time.Millisecond))
}
func TestInnerNotFound(t *testing.T) {
	inner(t, checker.Model{Name: "fine", Main: func(*proc.P) {}, Violates: []string{"nothing of the kind"}})
}
