//go:build linux && (amd64 || arm64)

package kernel

import (
	"maps"
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
)

// flagsOf are the arguments of calls that say whether new descriptors are closed when the process executes another program.
var flagsOf = map[string]int{
	"socket": 1, "socketpair": 1, "accept4": 3, "eventfd2": 1, "epoll_create1": 0, "timerfd_create": 1, "pipe2": 1, "open": 1, "openat": 2, "dup3": 2,
}

func (c *call) closesOnExec() bool {
	if c.number == unix.SYS_FCNTL {
		return c.arg[1] == unix.F_DUPFD_CLOEXEC
	}
	i, is := flagsOf[c.name]
	return is && c.arg[i]&unix.O_CLOEXEC != 0
}

// add gives an object the next free number.
func (c *call) add(d *descriptor.Description) int { return c.addFrom(descriptor.FirstEmulated, d) }

func (c *call) addFrom(n int, d *descriptor.Description) int {
	n = c.process.files.AddFrom(n, d)
	c.process.closing[n] = c.closesOnExec()
	return n
}

// execute lets the process execute another program.
func (c *call) execute() answer {
	if len(c.machine.threadsOf(c.process)) > 1 {
		return uncovered("another program in place of one with several threads")
	}
	c.note([]byte(c.path(-1, 0)))
	return answer{kind: executes}
}

// executed takes note that the process executes another program.
func (p *process) executed(m *Machine) error {
	if err := p.of.Begin(&p.main.Thread, [16]byte(m.random.Bytes(16))); err != nil {
		return err
	}
	m.disk.Unmap(p.of)
	p.apart = true
	p.main.clear, p.futexes = 0, futexes{}
	p.path, _ = os.Readlink(p.of.Proc("exe")) // only to name functions
	for _, n := range slices.Sorted(maps.Keys(p.files)) {
		gone := p.closing[n]
		if p.files[n].Object == nil {
			_, err := os.Lstat(p.of.File(n))
			gone = err != nil
		}
		if gone {
			p.files.Close(n)
			delete(p.closing, n)
		}
	}
	return nil
}
