package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestReal: a search of a real model on four workers has the report of one machine, also if coordinators are killed (-long).
func TestReal(t *testing.T) {
	bound := "4"
	if *long {
		bound = "8"
	}
	dir := t.TempDir()
	checkmodel := filepath.Join(dir, "checkmodel")
	build := exec.Command("go", "build", "-o", checkmodel, "./cmd/checkmodel")
	build.Dir = "../.." // the repository
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH")) // the report says how the command is called
	args := []string{"-json", "-bound", bound, "-model", "^(tail|head)$", "./models/corfu"}
	want := report(t, exec.Command(checkmodel, args...))
	a := newAttack(t)
	run := exec.Command(cluster, append([]string{"run", "-server", a.url, "-heartbeat=500ms", "-save-every=1s"}, args...)...)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if got := report(t, run); got != want {
			t.Errorf("the report of the cluster is\n%s\nthat of one machine is\n%s", got, want)
		}
	}()
	for *long && a.kills < 10 {
		select {
		case <-ended: // a fast machine
			if a.kills == 0 {
				t.Fatal("the search has ended before the first kill")
			}
			return
		case <-time.After(2 * time.Second):
		}
		if ids, err := a.broker.Jobs(t.Context()); err == nil && len(ids) == 1 {
			a.strike(ids[0])
		}
	}
	a.restore()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { <-ended; cancel() }()
	a.supervise(ctx)
}

// report returns what the command reports about models, as JSON without what depends on the time.
func report(t *testing.T, c *exec.Cmd) string {
	c.Dir = "../.."
	var stderr, b bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Errorf("%v: %s", err, &stderr)
	}
	for line := range bytes.Lines(out) {
		m := map[string]any{}
		if err := json.Unmarshal(line, &m); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		delete(m, "elapsed_seconds")
		delete(m, "interleavings_per_second")
		content, _ := json.Marshal(m)
		fmt.Fprintf(&b, "%s\n", content)
	}
	return b.String()
}
