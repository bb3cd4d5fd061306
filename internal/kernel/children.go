//go:build linux && (amd64 || arm64)

package kernel

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// clone lets the kernel make a thread or a process. A parent that waits until its child has executed a program stays where it has stopped.
func (c *call) clone(flags uint64) answer {
	const simple = unix.CLONE_VM | unix.CLONE_VFORK | unix.CLONE_CHILD_SETTID | unix.CLONE_CHILD_CLEARTID | unix.CLONE_PARENT_SETTID
	switch {
	case flags&unix.CLONE_THREAD != 0:
		return answer{kind: resumes}
	case flags&^simple != uint64(unix.SIGCHLD) || flags&unix.CLONE_VM != 0 && flags&unix.CLONE_VFORK == 0:
		return uncovered("a process with the flags %#x", flags)
	}
	c.thread.vfork = flags&unix.CLONE_VFORK != 0
	return answer{kind: resumes}
}

// forked adds a new process.
func (m *Machine) forked(t *thread, id int) {
	p := t.process
	child := &process{
		of: p.of.Child(id), files: p.files.Clone(), closing: maps.Clone(p.closing), cwd: p.cwd, path: p.path, parent: p,
	}
	child.Memory = child.of.Memory
	m.disk.Share(p.of, child.of)
	child.main = m.addThread(t, id, child)
	m.records = append(m.records, Record{Thread: t.number, Name: "new process", Result: int64(child.main.number)})
	if t.vfork {
		t.vfork = false
		m.block(t, &condition{deadline: timeline.Never, try: func() (int64, bool) { return int64(child.id()), child.apart }})
	}
}

// addThread adds a thread that another one has made.
func (m *Machine) addThread(t *thread, id int, p *process) *thread {
	m.started++
	n := &thread{Thread: t.Child(id), process: p, number: m.started}
	if t.Number() == unix.SYS_CLONE && t.Arguments()[0]&unix.CLONE_CHILD_CLEARTID != 0 {
		n.clear = t.Arguments()[clearArgument]
	}
	m.threads = append(m.threads, n)
	m.queue = append(m.queue, n)
	return n
}

// id returns the number of the process in its namespace.
func (p *process) id() int { return p.main.number + firstThread - 1 }

// threadsOf returns the threads of a process, the main one first.
func (m *Machine) threadsOf(p *process) (all []*thread) {
	for _, t := range m.threads {
		if t.process == p {
			all = append(all, t)
		}
	}
	return all
}

// endChild ends a process other than the first one, of which the kernel ends all threads.
func (m *Machine) endChild(p *process, e Exit) {
	m.reap(p)
	p.files.CloseAll()
	p.apart = true
	for _, t := range m.threads {
		if t.process.parent == p {
			t.process.parent = nil
		}
	}
	m.records = append(m.records, Record{Thread: p.main.number, Name: "end of the process", Result: int64(e.Status)})
	parent := p.parent
	if parent == nil {
		return
	}
	parent.exits = append(parent.exits, childExit{p.id(), e})
	m.look()
	if t := parent.main; t.wait != nil && parent.of.Signals("SigCgt")>>(unix.SIGCHLD-1)&1 != 0 {
		m.conclude(t, -int64(unix.EINTR))
	}
}

// reap waits for the end of all threads of a process.
func (m *Machine) reap(p *process) {
	for _, t := range slices.Backward(m.threadsOf(p)) {
		t.Reap()
		m.leave(t)
		m.threads = slices.DeleteFunc(m.threads, func(x *thread) bool { return x == t })
	}
}

// suspend waits for a signal that is not in the mask. The kernel then calls its handler.
func (p *process) suspend(mask uint64) answer {
	try := func() (int64, bool) { return 0, (p.of.Signals("SigPnd")|p.of.Signals("ShdPnd"))&^mask != 0 }
	if _, ok := try(); ok {
		return answer{kind: resumes}
	}
	return waitFor(condition{deadline: timeline.Never, passes: true, try: try})
}

// killChildren ends all processes other than the first one, and returns them.
func (m *Machine) killChildren() (all []*process) {
	for _, t := range slices.Clone(m.threads) {
		if p := t.process; p != m.process && t == p.main {
			p.of.Signal(unix.SIGKILL)
			m.reap(p)
			all = append(all, p)
		}
	}
	return all
}

// waitChild waits for the end of a child, or of any one if the number is -1. It calls tell with the child, which it forgets unless it stays.
func (p *process) waitChild(m *Machine, id int, options uint64, tell func(childExit) int64) answer {
	is := func(child int) bool { return id == -1 || id == child }
	try := func() (int64, bool) {
		if i := slices.IndexFunc(p.exits, func(e childExit) bool { return is(e.number) }); i >= 0 {
			e := p.exits[i]
			if options&unix.WNOWAIT == 0 {
				p.exits = slices.Delete(p.exits, i, i+1)
			}
			return tell(e), true
		}
		if !slices.ContainsFunc(m.threads, func(t *thread) bool { return t.process.parent == p && is(t.process.id()) }) {
			return -int64(unix.ECHILD), true
		}
		return 0, options&unix.WNOHANG != 0
	}
	return wait(try)
}

func (c *call) wait4() answer {
	id := c.number32(0)
	if id == 0 || id < -1 {
		return uncovered("waiting for a group of processes")
	}
	return c.process.waitChild(c.machine, id, c.arg[2], func(e childExit) int64 {
		c.process.PutUint32(c.arg[1], uint32(e.Status<<8)|uint32(e.Signal)) // which does nothing at the address 0
		c.process.Write(c.arg[3], make([]byte, usageSize))
		return int64(e.number)
	})
}

// usageSize is the size of the data of getrusage.
const usageSize = 144

func (c *call) waitid() answer {
	id := -1
	switch c.arg[0] {
	case unix.P_ALL:
	case unix.P_PID:
		id = c.number32(1)
	default:
		return fail(unix.EINVAL) // as old kernels do with newer kinds
	}
	return c.process.waitChild(c.machine, id, c.arg[3], func(e childExit) int64 {
		const exited, killed = 1, 2
		b := make([]byte, 128)
		order.PutUint32(b, uint32(unix.SIGCHLD))
		order.PutUint32(b[8:], exited)
		order.PutUint32(b[12:], uint32(e.number))
		order.PutUint32(b[24:], uint32(e.Status))
		if e.Signal != 0 {
			order.PutUint32(b[8:], killed)
			order.PutUint32(b[24:], uint32(e.Signal))
		}
		c.process.Write(c.arg[2], b) // as above
		return 0
	})
}

// several reports whether there are several processes.
func (m *Machine) several() bool {
	return slices.ContainsFunc(m.threads, func(t *thread) bool { return t.process != m.process })
}

// shares reports whether several processes may share the memory at an address.
func (p *process) shares(m *Machine, address uint64) bool {
	for line := range strings.Lines(string(m.disk.Maps(p.of))) {
		var from, to uint64
		var rights string
		if _, err := fmt.Sscanf(line, "%x-%x %s", &from, &to, &rights); err == nil && from <= address && address < to {
			return strings.HasSuffix(rights, "s")
		}
	}
	return false
}
