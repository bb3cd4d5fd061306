//go:build linux && (amd64 || arm64)

package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/internal/kernel/network"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
	"github.com/checkmodel/checkmodel/internal/ptrace"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// build builds a program in testdata.
func build(t *testing.T, name string) string {
	t.Helper()
	if err := ptrace.CheckSupport(); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", path, "./testdata/"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

const patience = 10 * time.Second

// cluster is a number of machines, and the packets between them.
type cluster struct {
	machines []*kernel.Machine
	packets  []network.Packet
	trace    []strings.Builder // of each machine
}

func newCluster(seed uint64, programs ...[]string) *cluster {
	c := &cluster{trace: make([]strings.Builder, len(programs))}
	for i, p := range programs {
		c.machines = append(c.machines, kernel.NewMachine(kernel.Config{
			Name: fmt.Sprint("m", i), Number: i, Machines: len(programs), Path: p[0], Args: p, CPUs: 2, DiskSize: 1 << 20, Seed: seed, Patience: patience,
		}))
	}
	return c
}

func (c *cluster) run(i int) error {
	e, err := c.machines[i].Run()
	c.packets = append(c.packets, e.Sent...)
	for _, r := range e.Calls {
		fmt.Fprintln(&c.trace[i], r)
	}
	for _, l := range e.Lines {
		fmt.Fprintln(&c.trace[i], "line", l)
	}
	return err
}

// play runs the machines up to their ends, and delivers packets in an order that is drawn.
func (c *cluster) play(rng *rand.Rand) error {
	defer func() {
		for _, m := range c.machines {
			m.Kill()
		}
	}()
	for i, m := range c.machines {
		if err := m.Start(0); err != nil {
			return err
		}
		if err := c.run(i); err != nil {
			return err
		}
	}
	for {
		if len(c.packets) > 0 && rng.IntN(10) > 0 {
			k := rng.IntN(len(c.packets))
			k = slices.IndexFunc(c.packets, func(p network.Packet) bool { return p.Conn == c.packets[k].Conn && p.Back == c.packets[k].Back })
			p := c.packets[k]
			c.packets = slices.Delete(c.packets, k, k+1)
			fmt.Fprintln(&c.trace[p.To], "packet", p.String())
			c.machines[p.To].Deliver(&p)
			if err := c.run(p.To); err != nil {
				return err
			}
			continue
		}
		first := -1
		for i, m := range c.machines {
			if m.Up() && m.Deadline() != timeline.Never && (first < 0 || m.Deadline() < c.machines[first].Deadline()) {
				first = i
			}
		}
		if first < 0 && len(c.packets) == 0 {
			return nil
		}
		if first >= 0 {
			c.machines[first].Fire()
			if err := c.run(first); err != nil {
				return err
			}
		}
	}
}

// TestGo: a server and a client with several connections make the same calls in each run of the same schedule.
func TestGo(t *testing.T) {
	t.Parallel()
	path := build(t, "kv")
	same(t, "line ticks", []string{path, "server"}, []string{path, "client", "10.0.0.1:7000"})
}

// TestDatagrams: so do programs that send datagrams to each other.
func TestDatagrams(t *testing.T) {
	t.Parallel()
	path := build(t, "udp")
	same(t, "line answers 20", []string{path}, []string{path, "10.0.0.1:7000"})
}

// TestThreads: so do programs in C with threads.
func TestThreads(t *testing.T) {
	t.Parallel()
	path := compile(t, "threads")
	same(t, "line sum 30", []string{path}, []string{path, "10.0.0.1"})
}

// same runs programs several times with one seed, and with another one.
func same(t *testing.T, want string, programs ...[]string) {
	t.Helper()
	traces := map[uint64]string{}
	times := testsize.Sample(3, 20)
	for i := range times + 2 {
		seed := uint64(1)
		if i >= times {
			seed = 2
		}
		var trace string
		done := make(chan error)
		go func() {
			runtime.LockOSThread() // the thread ends with the goroutine
			c := newCluster(seed, programs...)
			err := c.play(rand.New(rand.NewPCG(seed, 0)))
			for i := range c.trace {
				trace += c.trace[i].String()
			}
			done <- err
		}()
		if err := <-done; err != nil {
			t.Fatalf("%v\n%s", err, trace[max(0, len(trace)-3000):])
		}
		if i == 0 {
			if !strings.Contains(trace, want) {
				t.Fatalf("the programs have not printed %q:\n%s", want, trace[max(0, len(trace)-3000):])
			}
			t.Logf("%d calls", strings.Count(trace, "\n"))
		}
		if before, is := traces[seed]; !is {
			traces[seed] = trace
		} else if before != trace {
			t.Fatalf("run %d differs: %s", i+1, difference(before, trace))
		}
	}
	if traces[1] == traces[2] {
		t.Error("another seed makes no difference")
	}
}

// difference returns the first line in which two texts differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d is\n%s\nand\n%s", i+1, x[i], y[i])
		}
	}
	return "one is longer"
}
