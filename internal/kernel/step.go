//go:build linux && (amd64 || arm64)

package kernel

import (
	"debug/elf"
	"fmt"
	"slices"
	"sort"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// step lets a thread run until its next system call, and answers that.
func (m *Machine) step(t *thread) error {
	for {
		signal := t.signal
		t.signal = 0
		m.watch.runs(t.ID)
		m.clock.Lend(t.process.of.Clock)
		s, err := t.Continue(signal)
		m.clock.Advance(t.process.of.Clock.Now)
		m.watch.runs(0)
		if why := m.watch.why.Load(); why != nil && (err != nil || s.Kind == ptrace.Exiting) {
			_ = t.Load()
			return m.problem(t, *why)
		}
		if err != nil {
			return m.problem(t, err.Error())
		}
		switch s.Kind {
		case ptrace.Exiting:
			if p := t.process; t == p.main || s.Signal != 0 || p.exiting {
				if e := (Exit{s.Status, s.Signal}); p == m.process {
					m.finish(e)
				} else {
					m.endChild(p, e)
				}
				return nil
			}
		case ptrace.Ended:
			m.ended(t)
			return nil
		case ptrace.AtCall:
			if err := t.Load(); err != nil {
				return m.problem(t, err.Error())
			}
			return m.handle(t)
		case ptrace.AtSignal:
			if s.Signal == unix.SIGSEGV || s.Signal == unix.SIGILL {
				if is, err := t.process.of.EmulateCycles(&t.Thread, uint64(m.clock.Look())); err != nil || is {
					if err != nil {
						return m.problem(t, err.Error())
					}
					continue
				}
			}
			t.signal = s.Signal
			m.records = append(m.records, Record{Thread: t.number, Name: "signal", Result: int64(s.Signal)})
		case ptrace.Cloned, ptrace.Forked:
			if err := m.cloned(t, s.New); err != nil || t.wait != nil {
				return err
			}
		default:
			return m.problem(t, fmt.Sprintf("it has stopped in a way that is not covered: %+v", s))
		}
	}
}

// handle answers the system call at which a thread has stopped.
func (m *Machine) handle(t *thread) error {
	c := &call{machine: m, process: t.process, thread: t, number: t.Number(), arg: t.Arguments()}
	c.name = nameOf(c.number)
	answers := calls[c.number]
	if answers == nil {
		return m.problem(t, fmt.Sprintf("system call %s is not covered", c.name))
	}
	a := answers(c)
	at := len(m.records)
	m.records = append(m.records, Record{Thread: t.number, Name: c.name, Arguments: c.arg})
	var err error
	switch a.kind {
	case passed:
		if a.result, err = t.Finish(); err != nil {
			return m.problem(t, c.name+": "+err.Error())
		}
		if a.result == -int64(unix.ENOSPC) { // nothing else can be written
			return m.problem(t, fmt.Sprintf("%s: its disk of %d bytes is full", c.name, m.DiskSize))
		}
		if a.after != nil {
			if changed := a.after(a.result); changed != a.result {
				a.result = changed
				err = t.Change(changed)
			}
		}
	case executes:
		var is bool
		if is, a.result, err = t.Execute(); err == nil && is {
			a.result, err = 0, t.process.executed(m)
		}
	case waits:
		m.block(t, a.wait)
		return nil
	case resumes, crashes:
		return nil
	case notCovered:
		return m.problem(t, fmt.Sprintf("%s: %s is not covered", c.name, a.why))
	case yields:
		err = t.Answer(a.result)
		m.rotate(t)
	default:
		err = t.Answer(a.result)
	}
	m.records[at].Result, m.records[at].Data = a.result, c.data
	if err != nil {
		return m.problem(t, c.name+": "+err.Error())
	}
	return nil
}

// block lets a thread wait.
func (m *Machine) block(t *thread, w *condition) {
	t.wait = w
	m.leave(t)
}

// cloned adds the thread or the process that a thread has made.
func (m *Machine) cloned(t *thread, id int) error {
	if err := t.Load(); err != nil {
		return m.problem(t, err.Error())
	}
	if t.Number() != unix.SYS_CLONE || t.Arguments()[0]&unix.CLONE_THREAD == 0 {
		m.forked(t, id)
		return nil
	}
	m.records = append(m.records, Record{Thread: t.number, Name: "new thread", Result: int64(m.addThread(t, id, t.process).number)})
	return nil
}

// ended removes a thread that is no more.
func (m *Machine) ended(t *thread) {
	m.leave(t)
	m.threads = slices.DeleteFunc(m.threads, func(x *thread) bool { return x == t })
	m.records = append(m.records, Record{Thread: t.number, Name: "end"})
	if t.clear != 0 {
		t.process.futexes.wake(t.clear, 1, anyMask)
	}
}

// finish ends a process of which the kernel has begun to end all threads. The main thread is the last.
func (m *Machine) finish(e Exit) {
	all := m.end()
	for _, o := range m.output {
		if rest := o.Rest(); rest != "" {
			m.lines = append(m.lines, rest)
		}
	}
	for _, p := range all {
		p.files.CloseAll()
	}
	m.stop()
	m.exit = &e
}

// symbols are the functions of a program, by their addresses.
type symbols []elf.Symbol

var symbolsOf sync.Map // path to func() symbols

// sourceOf returns the function at an address of a program, if it is known.
func sourceOf(path string, at uint64) string {
	load, _ := symbolsOf.LoadOrStore(path, sync.OnceValue(func() (all symbols) {
		f, err := elf.Open(path)
		if err != nil {
			return nil
		}
		defer f.Close()
		all, _ = f.Symbols()
		slices.SortFunc(all, func(a, b elf.Symbol) int { return int(int64(a.Value) - int64(b.Value)) })
		return all
	}))
	all := load.(func() symbols)()
	i := sort.Search(len(all), func(i int) bool { return all[i].Value > at })
	if i == 0 || all[i-1].Size > 0 && at > all[i-1].Value+all[i-1].Size {
		return ""
	}
	return fmt.Sprintf("%s+%#x", all[i-1].Name, at-all[i-1].Value)
}
