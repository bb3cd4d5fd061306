//go:build linux && (amd64 || arm64)

package kernel

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/files"
	"github.com/checkmodel/checkmodel/internal/kernel/network"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// Config describes a machine and its program.
type Config struct {
	Name     string
	Number   int // among the machines
	Machines int // how many there are
	Path     string
	Args     []string
	Env      []string
	Files    map[string][]byte // in its directory at the beginning
	CPUs     int               // that the program sees
	CPU      int               // on which it runs
	DiskSize int64
	// MemorySize is the memory of the machine; 4 GB if it is 0. A program that takes more of either is stopped.
	MemorySize int64
	Seed       uint64
	Faults     []timeline.Fault // see Machine.Run
	// Patience is the processor time after which a thread that makes no system call is taken to wait for another thread.
	Patience time.Duration
}

// Machine is a computer that runs a program. Only one thread of the operating system may use it.
type Machine struct {
	Config
	clock   timeline.Clock
	net     *network.Stack
	disk    *files.Disk
	points  *timeline.Points
	life    int
	up      bool
	exit    *Exit
	process *process
	random  descriptor.Random
	output  [2]*descriptor.Output // of the present life
	lines   []string              // printed in the present event,
	last    []string              // and before, in the present life, at most lastLines
	threads []*thread             // that have not ended
	started int                   // threads of the present life
	queue   []*thread             // ready to run
	current *thread
	slice   int      // calls of the current thread since it became that
	sleeps  int      // short ones in the present event
	records []Record // of the present event
	timers  []*descriptor.Counter
	watch   *watch
}

// Exit says how a program has ended by itself.
type Exit struct {
	Status int
	Signal unix.Signal // 0 if it has exited
}

// String describes the end.
func (e Exit) String() string {
	if e.Signal != 0 {
		return fmt.Sprintf("ended by signal %d (%s)", e.Signal, e.Signal)
	}
	return fmt.Sprintf("exit status %d", e.Status)
}

// NewMachine returns a machine that does not run.
func NewMachine(c Config) *Machine {
	m := &Machine{Config: c, disk: files.New()}
	m.MemorySize = cmp.Or(c.MemorySize, 4<<30)
	m.points = timeline.NewPoints(&m.clock, c.Faults)
	m.net = network.NewStack(c.Number, c.Machines, &m.clock, m.points)
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		m.disk.Put(name, c.Files[name], 0o644)
	}
	return m
}

// Start starts the program, with the files that are durable, at a time or later.
func (m *Machine) Start(at int64) error {
	m.clock.Advance(at)
	m.life++
	m.random = descriptor.Random{Rand: rand.New(rand.NewPCG(m.Seed, uint64(m.Number)<<32+uint64(m.life)))}
	p, err := ptrace.Start(ptrace.Program{
		Path: m.Path, Args: m.Args, Env: m.Env, Size: m.DiskSize, CPU: m.CPU, Random: [16]byte(m.random.Bytes(16)), Fill: m.disk.Fill,
	})
	if err != nil {
		return err
	}
	m.output = [2]*descriptor.Output{descriptor.NewOutput(&m.lines), descriptor.NewOutput(&m.lines)}
	m.process = &process{Memory: p.Memory, of: p, files: descriptor.Table{}, closing: map[int]bool{}, cwd: ptrace.Dir, path: m.Path}
	m.process.files.Set(0, &descriptor.Description{Object: descriptor.Null{}})
	m.process.files.Set(1, &descriptor.Description{Object: m.output[0]})
	m.process.files.Set(2, &descriptor.Description{Object: m.output[1]})
	m.watch = newWatch(m.Patience, m.MemorySize)
	m.up, m.exit, m.started, m.last = true, nil, 1, nil
	m.points.Start()
	t := &thread{Thread: p.Main, process: m.process, number: 1}
	m.process.main = t
	m.threads, m.queue, m.current, m.timers = []*thread{t}, []*thread{t}, nil, nil
	return nil
}

// Kill ends the program at once, as a crash of the machine does: connections are reset.
func (m *Machine) Kill() {
	if !m.up {
		return
	}
	m.process.of.Signal(unix.SIGKILL)
	m.end()
	m.stop()
	m.net.Crash()
}

// end waits for the end of all threads, and returns the processes.
func (m *Machine) end() []*process {
	all := append(m.killChildren(), m.process)
	m.reap(m.process)
	m.process.of.Release()
	return all
}

func (m *Machine) stop() {
	m.disk.ForgetMapped()
	m.watch.end()
	m.up = false
	m.points.Stop()
	m.queue, m.current = nil, nil
}

// Up reports whether the program runs.
func (m *Machine) Up() bool { return m.up }

// Now returns the time on the machine.
func (m *Machine) Now() int64 { return m.clock.Now }

// Points returns the points of the machine.
func (m *Machine) Points() *timeline.Points { return m.points }

// Life counts the starts of the program.
func (m *Machine) Life() int { return m.life }

// Exited returns how the program has ended by itself, or nil.
func (m *Machine) Exited() *Exit { return m.exit }

// CopyFiles adds the files of another machine, as its program sees them, to a directory with its name. The program is not disturbed.
func (m *Machine) CopyFiles(of *Machine) error {
	dir := ""
	if of.up {
		dir = of.process.of.Directory()
	}
	return m.disk.Copy(of.Name, of.disk, dir)
}

// Survivals returns what a crash may leave of the files.
func (m *Machine) Survivals() []journal.Survival { return m.disk.Survivals() }

// Lose loses the changes of files that do not survive a crash.
func (m *Machine) Lose(s journal.Survival) { m.disk.Crash(s) }

// Deadline returns the earliest time at which a thread wants to go on, or never.
func (m *Machine) Deadline() int64 {
	d := timeline.Never
	for _, t := range m.threads {
		if t.wait != nil {
			d = min(d, t.wait.deadline)
		}
	}
	for _, t := range m.timers {
		d = min(d, t.Deadline())
	}
	return d
}

// Last returns the last lines that the program has printed.
func (m *Machine) Last() []string { return m.last }

// next returns the thread to run, or nil if all wait.
func (m *Machine) next() *thread {
	if t := m.current; t != nil && t.wait == nil {
		return t
	}
	if len(m.queue) == 0 {
		m.look()
	}
	m.current, m.slice = nil, 0
	if len(m.queue) > 0 {
		m.current = m.queue[0]
	}
	return m.current
}

// look wakes the threads that have got what they wait for, and slow ones only if no other thread can go on.
func (m *Machine) look() {
	for _, slow := range []bool{false, true} {
		for _, t := range m.threads {
			if w := t.wait; w != nil && w.slow == slow && !(slow && len(m.queue) > 0) {
				if result, ok := w.try(); ok {
					m.wake(t, result)
				}
			}
		}
	}
}

// rotate lets other threads run first, also threads whose short sleeps are over.
func (m *Machine) rotate(t *thread) {
	m.leave(t)
	m.look()
	for _, x := range m.threads {
		if w := x.wait; w != nil && w.short && w.deadline <= m.clock.Now {
			m.giveUp(x, w.otherwise)
		}
	}
	m.queue = append(m.queue, t)
}

func (m *Machine) leave(t *thread) {
	m.queue = slices.DeleteFunc(m.queue, func(x *thread) bool { return x == t })
	if m.current == t {
		m.current = nil
	}
}

// wake ends the call in which a thread waits.
func (m *Machine) wake(t *thread, result int64) {
	passes := t.wait.passes
	t.wait = nil
	m.queue = append(m.queue, t)
	m.records = append(m.records, Record{Thread: t.number, Name: "goes on", Result: result})
	if passes {
		return
	}
	if err := t.Answer(result); err != nil {
		t.signal = unix.SIGKILL // it is gone; the next step says so
	}
}

// conclude ends a wait with its result, or another one if it has none yet.
func (m *Machine) conclude(t *thread, otherwise int64) {
	if result, ok := t.wait.try(); ok {
		m.wake(t, result)
	} else if !t.wait.passes {
		m.giveUp(t, otherwise)
	}
}

// giveUp ends a wait that was in vain.
func (m *Machine) giveUp(t *thread, result int64) {
	if t.wait.cancel != nil {
		t.wait.cancel()
	}
	m.wake(t, result)
}

// problem returns an error that names the thread and its place.
func (m *Machine) problem(t *thread, what string) error {
	place := cmp.Or(sourceOf(t.process.path, t.Place()), fmt.Sprintf("%#x", t.Place()))
	return fmt.Errorf("%s, thread %d, at %s: %s", m.Name, t.number, place, what)
}
