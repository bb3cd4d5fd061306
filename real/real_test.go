package real_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/real"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// build builds a program in testdata.
func build(t *testing.T, name string) string {
	t.Helper()
	if err := real.CheckSupport(); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", path, "./testdata/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// readsLast is the rule that a client reads what it has written last.
var readsLast = real.Rule{Name: "reads the last value", New: func() func(real.Line) error {
	last := "0"
	return func(l real.Line) error {
		if v, ok := strings.CutPrefix(l.Text, "wrote "); ok {
			last = v
		}
		if v, ok := strings.CutPrefix(l.Text, "read "); ok && v != last {
			return fmt.Errorf("%s has written %s and reads %s", l.Node, last, v)
		}
		return nil
	}
}}

func store(path, bug string, crashes int) real.Cluster {
	env := []string{"BUG=" + bug}
	return real.Cluster{
		Name: "store " + bug,
		Nodes: []real.Node{
			{Name: "primary", Command: []string{path, "serve", "{backup}:7000"}, Env: env},
			{Name: "backup", Command: []string{path, "serve"}, Env: env},
		},
		Clients: []real.Node{{Name: "client", Command: []string{path, "put", "{primary}:7000", "3"}}},
		Faults:  checker.Faults{Crashes: crashes, Restarts: checker.AfterEachCrash, Disk: checker.DiskTorn}, Points: 60, Rules: []real.Rule{readsLast},
	}
}

func check(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	r, err := checker.Check(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStore: a file that is written in place is found by drawn runs with a crash, replayed, minimized and reported; and the right
// program has no failure.
func TestStore(t *testing.T) {
	t.Parallel()
	path := build(t, "store")
	right := check(t, store(path, "", 1).Model(), checker.Options{Runs: 4, Seed: 1})
	if right.Verdict != checker.Sampled {
		t.Fatalf("the right program: %s, %+v", right.Verdict, right.Violations)
	}
	wrong := store(path, "inplace", 1)
	wrong.Decode = func(m real.Message) (string, error) {
		if bytes.HasPrefix(m.Data, []byte("put ")) {
			return fmt.Sprintf("%s\nasks %s to write", m.From, m.To), nil
		}
		return "", nil
	}
	r := check(t, wrong.Model(), checker.Options{Runs: 40, Seed: 1, TrustModel: true})
	if r.Verdict != checker.Violated {
		t.Fatalf("the wrong program: %s", r.Verdict)
	}
	t.Logf("found in run %d: %s", r.Interleavings, r.Violations[0].Explanation)
	again := check(t, r.Model, checker.Options{Replay: r.Violations[0].Steps})
	if again.Verdict != checker.Violated || len(again.Skipped) > 0 || again.Violations[0].Property != r.Violations[0].Property {
		t.Errorf("the replay is %s, with %v skipped", again.Verdict, again.Skipped)
	}
	small, err := checker.Minimize(context.Background(), r, r.Violations[0], checker.Minimizing{Schedules: 12})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := console.Model(prose.Text{Width: 120}, &text, document.Item{Name: r.Model.Name, Result: r}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  client → primary  client asks primary to write (sent at ", "  primary → client  connected (sent at "} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the trace has no %q", want)
		}
	}
	t.Logf("%d of %d events are left\n%s", len(small.Trace.Entries), len(r.Violations[0].Trace.Entries), text.String())
}

// TestSyncFails: a program that ends when a sync fails is started again, and loses nothing; one that tries again does.
func TestSyncFails(t *testing.T) {
	t.Parallel()
	path := build(t, "store")
	for bug, want := range map[string]checker.Verdict{"": checker.Sampled, "resync": checker.Violated} {
		c := store(path, bug, 1)
		c.Faults.SyncFailures, c.Faults.Disk, c.Points = 1, checker.DiskSynced, 30
		if r := check(t, c.Model(), checker.Options{Runs: 30, Seed: 1, TrustModel: true}); r.Verdict != want {
			t.Errorf("%q: %s, %+v", bug, r.Verdict, r.Violations)
		} else if want == checker.Violated {
			t.Logf("found in run %d: %s", r.Interleavings, r.Violations[0].Explanation)
		}
	}
}

// TestValidation: a validation sees the files as they are after so many events, and at the end of a run.
func TestValidation(t *testing.T) {
	t.Parallel()
	path := build(t, "store")
	for _, every := range []int{1, 1000} {
		for most, verdict := range map[string]checker.Verdict{"3": checker.Sampled, "2": checker.Violated} {
			c := store(path, "", 0)
			c.Faults = checker.Faults{}
			c.Validation = real.Validation{Node: real.Node{Name: "small", Command: []string{path, "check", most, "primary", "backup"}}, Every: every}
			r := check(t, c.Model(), checker.Options{Runs: 2, TrustModel: true})
			if r.Verdict != verdict {
				t.Fatalf("every %d events, at most %s: %s, %+v", every, most, r.Verdict, r.Violations)
			}
			if verdict == checker.Violated {
				v := r.Violations[0]
				last := v.Trace.Entries[len(v.Trace.Entries)-1]
				if log := strings.Join(last.Log, "\n"); v.Property != "small" || !strings.HasSuffix(log, "— the validation prints:\nprimary has    3") ||
					!strings.Contains(v.Explanation, " events the validation ends with exit status 1, after it has printed primary has") {
					t.Errorf("%s: %s, log %s", v.Property, v.Explanation, log)
				}
			}
		}
	}
}

// TestBytes: a packet arrives whole, or its second half is late; what is written behind a late one comes with it.
func TestBytes(t *testing.T) {
	t.Parallel()
	path := build(t, "odd")
	seen := map[string]bool{} // the numbers of bytes that a run has read
	reads := real.Rule{Name: "reads", New: func() func(real.Line) error {
		all, sum := "", 0
		return func(l real.Line) error {
			var n int
			if _, err := fmt.Sscan(l.Text, &n); err != nil {
				return err
			}
			all, sum = all+" "+l.Text, sum+n
			if seen[all] = sum == 40; sum > 40 {
				return fmt.Errorf("40 bytes were written")
			}
			return nil
		}
	}}
	c := real.Cluster{
		Name:    "bytes",
		Nodes:   []real.Node{{Name: "reader", Command: []string{path, "reader"}}},
		Clients: []real.Node{{Name: "writer", Command: []string{path, "writer", "{reader}:7000"}}},
		Faults:  checker.Faults{Reorderings: 1}, Points: 8, Rules: []real.Rule{reads},
	}
	if r := check(t, c.Model(), checker.Options{Algorithm: checker.RandomWalk, Runs: 60, Seed: 1, Workers: 1}); r.Verdict != checker.Sampled {
		t.Errorf("%s, %+v", r.Verdict, r.Violations)
	}
	for _, reading := range []string{" 8 32", " 4 36", " 40", " 8 16 16"} {
		if !seen[reading] {
			t.Errorf("no run reads%s bytes: %v", reading, seen)
		}
	}
}

// TestNotCovered: what is not covered ends the run with an error that names the call, the thread and the place, and nothing is left of it.
func TestNotCovered(t *testing.T) {
	t.Parallel()
	path := build(t, "odd")
	run := func(mode string) (*checker.Result, error) {
		c := real.Cluster{Name: mode, Clients: []real.Node{{Name: "c", Command: []string{path, mode}}}, Patience: 300 * time.Millisecond}
		return checker.Check(context.Background(), c.Model(), checker.Options{Runs: 1})
	}
	for mode, want := range map[string]string{
		"raw":  "socket: family 2, type 3 is not covered",
		"spin": "it computes for 300ms without a system call",
	} {
		_, err := run(mode)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "c, thread ") || !strings.Contains(err.Error(), ", at ") {
			t.Errorf("%s: the error is %v, want %q", mode, err, want)
		}
	}
	if r, err := run("segfault"); err != nil || r.Verdict != checker.Violated || !strings.Contains(r.Violations[0].Explanation, "nil pointer dereference") {
		t.Errorf("segfault: %v, %v", r, err)
	}
	if r, err := run("outside"); err != nil || r.Verdict != checker.Sampled {
		t.Errorf("outside: %v, %v", r, err)
	}
	if _, err := os.Stat("/tmp/outside"); err == nil {
		t.Error("a program has written outside of its directory")
	}
	if left, err := exec.Command("pgrep", "-f", path).Output(); err == nil {
		t.Errorf("processes are left: %s", left)
	}
}

// TestMistakes: the mistakes in a cluster are listed together.
func TestMistakes(t *testing.T) {
	t.Parallel()
	c := real.Cluster{Name: "bad", Faults: checker.Faults{Crashes: 1, Restarts: checker.AfterEachCrash, Disk: checker.DiskTorn}, CPUs: -1, Clients: []real.Node{{Name: "a b"}, {Name: "c", Command: []string{"/no/such/program"}}, {Name: "c", Command: []string{"true", "{d}:1", "${d}:1", "{c}:1"}}}}
	_, err := checker.Check(context.Background(), c.Model(), checker.Options{Runs: 1})
	for _, want := range []string{`the name "a b"`, "a b has no Command", "/no/such/program", "two nodes have the name c", `{d} stands for no address in "{d}:1": the names are`, "CPUs must be", "faults of nodes and no Nodes"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// TestAfterAnEnd: a violation after the end of a client that has nothing to do with it is executed again for its trace.
func TestAfterAnEnd(t *testing.T) {
	t.Parallel()
	path := build(t, "store")
	c := store(path, "", 0)
	c.Faults = checker.Faults{}
	c.Nodes = append(c.Nodes, real.Node{Name: "other", Command: []string{path, "serve"}})
	c.Clients = append(c.Clients, real.Node{Name: "short", Command: []string{path, "put", "{other}:7000", "1"}})
	c.Rules = []real.Rule{{Name: "no 3 after the end", New: func() func(real.Line) error {
		ended := false
		return func(l real.Line) error {
			ended = ended || l.Node == "short" && l.Text == "read 1"
			if ended && l.Text == "wrote 3" {
				return fmt.Errorf("%s has written 3", l.Node)
			}
			return nil
		}
	}}}
	r := check(t, c.Model(), checker.Options{Algorithm: checker.RandomWalk, Runs: 12, Until: checker.UntilEnd, TrustModel: true})
	if len(r.Violations) != 1 {
		t.Fatalf("%d of 12 runs are violating", r.Violating)
	}
	for _, e := range r.Violations[0].Trace.Entries {
		if e.Process == "short" && e.Kind == kind.Exit.String() {
			t.Error("the trace has the end of the client, which has nothing to do with it")
		}
	}
}
