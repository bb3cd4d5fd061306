package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/remote"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
)

// clusterStudy measures units of searches, and simulates clusters of workers that execute them.
var clusterStudy = study[tree, unitCosts]{
	"cluster.json", trees, func(t tree) string { return t.name }, func(c *unitCosts) string { return c.Tree }, tree.measure,
	func(all map[string]*unitCosts) map[string]string {
		return map[string]string{"cluster.md": clusterPage(all), "cluster.svg": draw(clusterCharts(all)...)}
	},
}

// tree is a search whose units are measured. It ends.
type tree struct {
	name  string
	model checker.Model
	bound bounding.Bound
}

const (
	unitSeconds = 1.0 // that a unit may take
	usualGC     = 400 // as the command sets it
)

func trees() []tree {
	return []tree{
		{"corfu, middle-1to2+condread+table", named("middle-1to2+condread+table", corfu.Models()), bounding.None()},
		{"corfu, tail, bound 8", named("tail", corfu.Models()), bounding.Tree(8)},
		{"chainrepl, repair-two-writers, bound 10", named("repair-two-writers", chainrepl.Models()), bounding.Tree(10)},
	}
}

func (t tree) options(workers int) checker.Options {
	return checker.Options{Algorithm: checker.Optimal, Bound: t.bound, Until: checker.UntilEnd, Workers: workers}
}

// cost is what a search takes.
type cost struct {
	Wall float64 `json:"wall"` // seconds
	CPU  float64 `json:"cpu"`  // seconds of all processes
}

// unitCosts are the costs of the units of a tree.
type unitCosts struct {
	Tree          string  `json:"tree"`
	Date          string  `json:"date"`
	Interleavings int     `json:"interleavings"`
	One           cost    `json:"one"`         // of one worker
	Two           cost    `json:"two"`         // of two workers of one process
	Both          cost    `json:"both"`        // of a coordinator and a worker
	Units         int     `json:"units"`       // that the worker executes
	Elsewhere     int     `json:"elsewhere"`   // their interleavings
	Coordinator   float64 `json:"coordinator"` // CPU time of the coordinator for a unit, in milliseconds
	UnitBytes     int     `json:"unit_bytes"`  // on average
	ResultBytes   int     `json:"result_bytes"`
	Largest       int     `json:"largest"` // message

	States *statesCosts `json:"states"` // of the same model
}

// measure explores a tree by one worker, by two, and by a coordinator, which is this process, and one worker process.
func (t tree) measure() (c *unitCosts, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualGC))
	c = &unitCosts{Tree: t.name, Date: time.Now().Format(time.DateOnly)}
	check := func(o checker.Options) cost {
		begin := time.Now()
		r, cpu, failed := within(0, t.model, o)
		if err = errors.Join(err, failed); failed == nil {
			c.Interleavings = r.Interleavings
		}
		return cost{rounded(time.Since(begin).Seconds()), cpu}
	}
	c.One, c.Two = check(t.options(1)), check(t.options(2))
	l, failed := t.startWorker()
	if err = errors.Join(err, failed); err != nil {
		return nil, err
	}
	pool, failed := remote.Join(l.socket)
	if failed != nil {
		return nil, failed
	}
	o := t.options(1)
	o.Saving = &checker.Saving{Identity: t.name, Save: func(*checker.Checkpoint) error { return nil }}
	pool.Serve(t.name, o.Saving)
	c.Both = check(o)
	if err = errors.Join(err, l.end()); err != nil {
		return nil, err
	}
	if err := c.add(l); err != nil {
		return nil, err
	}
	c.States, err = t.measureStates()
	return c, err
}

// add adds the figures of the units that were executed.
func (c *unitCosts) add(l *link) error {
	if c.Units = len(l.executed); c.Units == 0 {
		return errors.New("no unit was executed")
	}
	for _, u := range l.executed {
		c.Elsewhere += u.interleavings
		c.UnitBytes += u.bytes
		c.ResultBytes += u.result
		c.Largest = max(c.Largest, u.bytes, u.result)
	}
	c.UnitBytes, c.ResultBytes = c.UnitBytes/c.Units, c.ResultBytes/c.Units
	own := c.Two.CPU / float64(c.Interleavings) * float64(c.Interleavings-c.Elsewhere)
	c.Coordinator = rounded(max(0, c.Both.CPU-own) / float64(c.Units) * 1e3)
	c.Both.CPU = rounded(c.Both.CPU + l.used.Seconds())
	return nil
}

// link passes units from a coordinator to a worker process, and results back.
type link struct {
	dir, socket string
	listener    net.Listener
	worker      *exec.Cmd
	in          io.WriteCloser
	out         *bufio.Reader
	executed    []executedUnit
	used        time.Duration // CPU time of the worker
	connections chan net.Conn // the one of the coordinator
	done        chan bool     // closed when nothing is passed any more
}

// executedUnit is a unit that the worker has executed.
type executedUnit struct {
	interleavings int
	bytes, result int // the lengths of the messages
}

// startWorker starts a worker for the tree.
func (t tree) startWorker() (l *link, err error) {
	l = &link{connections: make(chan net.Conn, 1), done: make(chan bool)}
	if l.dir, err = os.MkdirTemp("", "cluster"); err != nil {
		return nil, err
	}
	l.socket = filepath.Join(l.dir, "socket")
	if l.listener, err = net.Listen("unix", l.socket); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	l.worker = exec.Command(self, "-one", t.name, "cluster")
	l.worker.Stderr = os.Stderr
	if l.in, err = l.worker.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := l.worker.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.out = bufio.NewReader(out)
	if err := l.worker.Start(); err != nil {
		return nil, err
	}
	go l.serve()
	return l, nil
}

// serve serves the coordinator until it ends the connection, or the worker fails.
func (l *link) serve() {
	defer close(l.done)
	c, err := l.listener.Accept()
	if err != nil {
		return
	}
	l.connections <- c
	fmt.Fprintf(c, `{"pool":{"workers":1,"seconds":%v}}`+"\n", unitSeconds)
	for lines := bufio.NewReader(c); ; {
		unit, err := lines.ReadBytes('\n')
		var m struct{ Unit json.RawMessage }
		if err != nil || json.Unmarshal(unit, &m) != nil {
			return
		}
		if m.Unit == nil {
			continue
		}
		if _, err := l.in.Write(unit); err != nil {
			return
		}
		result, err := l.out.ReadBytes('\n')
		var r struct {
			Result *struct{ Body struct{ Interleavings int } }
			Failed *struct{ Error string }
		}
		if err != nil || json.Unmarshal(result, &r) != nil || r.Result == nil {
			fmt.Fprintln(os.Stderr, "the worker has failed:", err, r.Failed)
			return
		}
		l.executed = append(l.executed, executedUnit{r.Result.Body.Interleavings, len(unit), len(result)})
		if _, err := c.Write(result); err != nil {
			return
		}
	}
}

// end ends the worker.
func (l *link) end() error {
	defer os.RemoveAll(l.dir)
	c := <-l.connections
	_, _, _ = c.Close(), l.in.Close(), l.listener.Close()
	<-l.done
	err := l.worker.Wait()
	l.used = l.worker.ProcessState.UserTime() + l.worker.ProcessState.SystemTime()
	return err
}

// workOn is the main function of a worker.
func workOn(name string) error {
	debug.SetGCPercent(usualGC)
	for _, t := range trees() {
		if t.name != name {
			continue
		}
		o := t.options(1)
		o.Saving = &checker.Saving{Identity: t.name} // the same one for all units, which then share what they know
		return remote.Work(context.Background(), os.Stdin, os.Stdout, func(ctx context.Context, _ string, unit *checker.Checkpoint, save func(*checker.Checkpoint) error) error {
			o.Resume, o.Saving.Save = unit, save
			_, err := checker.Check(ctx, t.model, o)
			return err
		})
	}
	return fmt.Errorf("there is no tree %q", name)
}
