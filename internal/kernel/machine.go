//go:build linux && amd64

package kernel

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
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
	Faults     []Fault // see Machine.Run
	// Patience is the processor time after which a thread that makes no system call is taken to wait for another thread.
	Patience time.Duration
}

// Machine is a computer that runs a program. Only one thread of the operating system may use it.
type Machine struct {
	Config
	clock    clock
	net      *stack
	disk     *journal.Tree
	points   points
	life     int
	up       bool
	exit     *Exit
	process  *process
	random   random
	output   [2]output // of the present life
	lines    []string  // printed in the present event,
	last     []string  // and before, at most lastLines
	threads  []*thread // that have not ended
	started  int       // threads of the present life
	queue    []*thread // ready to run
	current  *thread
	slice    int           // calls of the current thread since it became that
	sleeps   int           // short ones in the present event
	locals   map[any]*pair // the sockets that have a name on the machine
	mapped   []mapping     // the last one first
	inodes   map[inode]int
	records  []Record // of the present event
	counters []*counter
	watch    *watch
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
	m := &Machine{Config: c, disk: journal.New(), inodes: map[inode]int{}}
	m.MemorySize = cmp.Or(c.MemorySize, 4<<30)
	m.points = points{clock: &m.clock, planned: slices.Clone(c.Faults), off: true, cut: never, paused: never}
	m.net = newStack(c.Number, &m.clock, &m.points)
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		m.disk.Put(name, c.Files[name], 0o644)
	}
	return m
}

// Start starts the program, with the files that are durable, at a time or later.
func (m *Machine) Start(at int64) error {
	m.clock.advance(at)
	m.life++
	m.random = random{rand.New(rand.NewPCG(m.Seed, uint64(m.Number)<<32+uint64(m.life)))}
	p, err := ptrace.Start(ptrace.Program{
		Path: m.Path, Args: m.Args, Env: m.Env, Size: m.DiskSize, CPU: m.CPU, Random: [16]byte(m.random.bytes(16)), Fill: m.fill,
	})
	if err != nil {
		return err
	}
	m.output = [2]output{{lines: &m.lines}, {lines: &m.lines}}
	m.process = &process{Memory: p.Memory, of: p, files: descriptors{}, closing: map[int]bool{}, cwd: ptrace.Dir, path: m.Path}
	m.process.files.set(0, &description{object: null{}})
	m.process.files.set(1, &description{object: &m.output[0]})
	m.process.files.set(2, &description{object: &m.output[1]})
	m.locals = map[any]*pair{}
	m.watch = newWatch(m.Patience, m.MemorySize)
	m.up, m.exit, m.points.off, m.started = true, nil, false, 1
	t := &thread{Thread: p.Main, process: m.process, number: 1, ready: true, deadline: never}
	m.process.main = t
	m.threads, m.queue, m.current, m.counters = []*thread{t}, []*thread{t}, nil, nil
	return nil
}

// fill writes the durable files to the directory of the program.
func (m *Machine) fill(dir string) error {
	for e := range m.disk.All() {
		name := dir + "/" + e.Name
		if e.Directory {
			if err := os.Mkdir(name, os.FileMode(e.Mode)); err != nil {
				return err
			}
			continue
		}
		if e.Mode&unix.S_IFMT == unix.S_IFSOCK {
			if err := unix.Mknod(name, e.Mode, 0); err != nil {
				return err
			}
			continue
		}
		f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, os.FileMode(e.Mode))
		if err != nil {
			return err
		}
		for at, b := range e.Blocks {
			if _, err = f.WriteAt(b, at); err != nil {
				break
			}
		}
		if err == nil {
			err = f.Truncate(e.Size)
		}
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Kill ends the program at once, as a crash of the machine does: connections are reset.
func (m *Machine) Kill() {
	if !m.up {
		return
	}
	m.stop()
	m.killChildren()
	m.process.of.Kill(m.others())
	m.net.crash()
}

func (m *Machine) stop() {
	m.forgetMapped()
	m.watch.end()
	m.up, m.points.off, m.points.due, m.points.cut, m.points.paused = false, true, false, never, never
	m.queue, m.current = nil, nil
}

// others returns the threads besides the main one.
func (m *Machine) others() (all []ptrace.Thread) {
	for _, t := range m.threads {
		if t.number > 1 {
			all = append(all, t.Thread)
		}
	}
	return all
}

// Up reports whether the program runs.
func (m *Machine) Up() bool { return m.up }

// Now returns the time on the machine.
func (m *Machine) Now() int64 { return m.clock.now }

// CutOff returns until when the machine is cut off from all others, or false.
func (m *Machine) CutOff() (until int64, is bool) { return m.points.cut, m.points.cut != never }

// Heal ends the time in which the machine is cut off.
func (m *Machine) Heal() {
	m.clock.advance(m.points.cut)
	m.points.cut = never
}

// Paused returns until when the machine pauses, or false.
func (m *Machine) Paused() (until int64, is bool) { return m.points.paused, m.points.paused != never }

// Resume ends a pause.
func (m *Machine) Resume() {
	m.clock.advance(m.points.paused)
	m.points.paused = never
}

// Life counts the starts of the program.
func (m *Machine) Life() int { return m.life }

// Exited returns how the program has ended by itself, or nil.
func (m *Machine) Exited() *Exit { return m.exit }

// Survivals returns what a crash may leave of the files.
func (m *Machine) Survivals() []journal.Survival { return m.disk.Survivals() }

// Lose loses the changes of files that do not survive a crash.
func (m *Machine) Lose(s journal.Survival) { m.disk.Crash(s) }

// Deadline returns the earliest time at which a thread wants to go on, or false.
func (m *Machine) Deadline() (int64, bool) {
	d := never
	earlier := func(at int64) {
		if at != never && (d == never || at < d) {
			d = at
		}
	}
	for _, t := range m.threads {
		if !t.ready {
			earlier(t.deadline)
		}
	}
	for _, c := range m.counters {
		earlier(c.at)
	}
	return d, d != never
}

// expire ends what has waited for the present time.
func (m *Machine) expire() {
	for _, c := range m.counters {
		c.expire(m.clock.now)
	}
	for _, t := range m.threads {
		if !t.ready && t.deadline != never && t.deadline <= m.clock.now {
			result, ok := t.try()
			if !ok {
				m.giveUp(t, t.timeout)
				continue
			}
			m.wake(t, result)
		}
	}
}

// Last returns the last lines that the program has printed.
func (m *Machine) Last() []string { return m.last }

// next returns the thread to run, or nil if all wait.
func (m *Machine) next() *thread {
	if t := m.current; t != nil && t.ready {
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

// look wakes the threads that have got what they wait for.
func (m *Machine) look() {
	for _, t := range m.threads {
		if !t.ready {
			if result, ok := t.try(); ok {
				m.wake(t, result)
			}
		}
	}
}

// rotate lets other threads run first, and those whose short sleeps are over.
func (m *Machine) rotate(t *thread) {
	m.leave(t)
	m.look()
	for _, x := range m.threads {
		if x.short && x.deadline <= m.clock.now {
			m.giveUp(x, x.timeout)
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
	t.try, t.deadline, t.short, t.ready = nil, never, false, true
	m.queue = append(m.queue, t)
	m.records = append(m.records, Record{Thread: t.number, Name: "goes on", Result: result})
	if t.passes {
		return
	}
	if err := t.Answer(result); err != nil {
		t.signal = unix.SIGKILL // it is gone; the next step says so
	}
}

// interrupt ends the wait of a thread that gets a signal.
func (m *Machine) interrupt(t *thread) {
	if !t.passes {
		m.giveUp(t, -int64(unix.EINTR))
	} else if _, ok := t.try(); ok {
		m.wake(t, 0)
	}
}

// giveUp ends a wait that was in vain.
func (m *Machine) giveUp(t *thread, result int64) {
	if t.cancel != nil {
		t.cancel()
	}
	m.wake(t, result)
}

// problem returns an error that names the thread and its place.
func (m *Machine) problem(t *thread, what string) error {
	place := fmt.Sprintf("%#x", t.Place())
	if at := sourceOf(t.process.path, t.Place()); at != "" {
		place = at
	}
	return fmt.Errorf("%s, thread %d, at %s: %s", m.Name, t.number, place, what)
}
