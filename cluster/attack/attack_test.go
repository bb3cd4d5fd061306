package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/submission"
)

var (
	long = flag.Bool("long", false, "attack until 300 processes were killed")
	seed = flag.Uint64("seed", 1, "of the attack")
)

// The executables.
var cluster, standin string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "attack")
	if err != nil {
		panic(err)
	}
	cluster, standin = filepath.Join(dir, "checkmodel-cluster"), filepath.Join(dir, "standin")
	for name, pkg := range map[string]string{cluster: "../checkmodel-cluster", standin: "../internal/standin"} {
		if out, err := exec.Command("go", "build", "-ldflags=-s", "-o", name, pkg).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
			os.Exit(1)
		}
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// TestAttack attacks one search after the other. The report of each is that of a search that nothing happens to.
func TestAttack(t *testing.T) {
	kills, each := 16, 8
	if *long {
		kills = 300
	}
	a := newAttack(t)
	for a.kills < kills {
		a.search(each)
		t.Logf("%d kills; %v", a.kills, a.counts)
	}
}

// search attacks a search until so many processes were killed, and expects its report after all is up again.
func (a *attack) search(kills int) {
	a.Helper()
	units, size := 1500, 100 // a unit takes 10 ms
	if a.IntN(4) == 0 {
		units, size = 300, 600_000 // more than a message has room for
	}
	j := &broker.Job{Options: json.RawMessage(fmt.Sprintf(`{"units":%d,"millis":10,"size":%d}`, units, size)), Resumable: true, Heartbeat: 200 * time.Millisecond, SaveEvery: 100 * time.Millisecond}
	executable, err := os.ReadFile(standin)
	if err != nil {
		a.Fatal(err)
	}
	a.until("a job can be submitted", func(ctx context.Context) error {
		return submission.Submit(ctx, a.broker, nil, j, bytes.NewReader(executable))
	})
	a.until("the search begins", func(ctx context.Context) error {
		e, err := a.broker.Entry(ctx, j.ID)
		if err == nil && e.State.Units == 0 {
			err = fmt.Errorf("there are no results yet")
		}
		return err
	})
	for enough := a.kills + kills; a.kills < enough; {
		a.strike(j.ID)
		time.Sleep(time.Duration(a.IntN(300)) * time.Millisecond)
	}
	a.restore()
	ctx, cancel := context.WithTimeout(a.Context(), 3*time.Minute)
	var supervision sync.WaitGroup
	supervision.Go(func() { a.supervise(ctx) })
	defer func() { cancel(); supervision.Wait() }()
	var stderr bytes.Buffer
	r, err := submission.Await(ctx, a.broker, j, &stderr)
	if err != nil {
		a.Fatalf("%v; %s\n%s", err, &stderr, a.said())
	}
	sum := 0
	for n := range units {
		sum += n*n + 1
	}
	if want := fmt.Sprintf("%d units, sum %d\n", units, sum); r.Status != 0 || string(r.Out) != want {
		a.Errorf("status %d, report %q, want 0 and %q; standard error: %s\n%s", r.Status, r.Out, want, r.Err, a.said())
	}
	a.counts["coordinators"] += r.Epoch
}

// strike does something bad to a search.
func (a *attack) strike(job string) {
	w := a.workers[a.IntN(len(a.workers))]
	a.running(w)
	switch n := a.IntN(20); {
	case n < 5:
		a.kill("worker", w)
	case n < 8:
		if e, err := a.broker.Entry(a.Context(), job); err == nil {
			for _, w := range a.workers {
				if strings.HasSuffix(e.State.Name, "/"+strconv.Itoa(w.pid())) {
					a.kill("coordinator", w)
				}
			}
		}
	case n < 10:
		a.kill("server", a.server)
	case n < 12:
		a.strikeProgram()
	case n < 14:
		a.counts["stops"]++
		w.pause(time.Duration(a.IntN(1500)) * time.Millisecond)
	case n < 16:
		a.counts["cuts"]++
		a.proxy.cut(time.Duration(a.IntN(1500)) * time.Millisecond)
	case n < 18:
		a.counts["delays"]++
		a.proxy.delay(time.Duration(a.IntN(800)) * time.Millisecond)
	case n < 19:
		a.counts["repetitions"]++
		a.repeat(job)
	default:
		a.counts["deletions"]++
		a.delete()
	}
}
