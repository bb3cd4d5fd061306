//go:build linux && (amd64 || arm64)

package ptrace

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// injector makes a process, which has not executed an instruction of its program yet, execute system calls.
type injector struct {
	Thread
	Memory
	at      uint64 // of the instruction of a system call
	scratch uint64 // memory for arguments
	used    uint64
}

// scratchSize is the size of the memory for the arguments, which are mostly names, arguments and the environment.
const scratchSize = 4 << 20

// newInjector takes a process that has stopped at the first instruction of its program.
func newInjector(pid int) (*injector, error) {
	p := &injector{Thread: Thread{ID: pid}, Memory: Memory{pid}}
	if err := p.Load(); err != nil {
		return nil, err
	}
	p.at = p.Place()
	if err := p.force(p.at, syscallTrap); err != nil {
		return nil, err
	}
	at, err := p.call(unix.SYS_MMAP, 0, scratchSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS, ^uint64(0), 0)
	p.scratch = uint64(at)
	return p, err
}

// in returns the injector of a child.
func (p *injector) in(child int) *injector {
	q := *p
	q.ID, q.pid = child, child
	return &q
}

// begin starts a system call, and returns the first stop in it or after it.
func (p *injector) begin(number int, args ...uint64) (Stop, error) {
	if err := p.Load(); err != nil {
		return Stop{}, err
	}
	p.Registers.call(p.at, number, args)
	if err := p.save(); err != nil {
		return Stop{}, err
	}
	s, err := p.Continue(0)
	if err == nil && s.Kind == AtCall {
		s, err = p.Continue(0)
	}
	return s, err
}

// end returns the result of a system call, at the stop after it.
func (p *injector) end(number int, s Stop) (int64, error) {
	if s.Kind != AtSignal || s.Signal != unix.SIGTRAP {
		return 0, fmt.Errorf("system call %d in a new process: unexpected stop %+v", number, s)
	}
	if err := p.Load(); err != nil {
		return 0, err
	}
	if r := p.Result(); r < 0 && r > -4096 {
		return r, fmt.Errorf("system call %d in a new process: %w", number, unix.Errno(-r))
	}
	return p.Result(), nil
}

// call executes a system call. The memory of its arguments is used again after that.
func (p *injector) call(number int, args ...uint64) (int64, error) {
	s, err := p.begin(number, args...)
	if err != nil {
		return 0, err
	}
	p.used = 0
	return p.end(number, s)
}

// fork makes the process fork, and returns the child.
func (p *injector) fork() (child int, err error) {
	s, err := p.begin(unix.SYS_CLONE, uint64(unix.SIGCHLD))
	if err != nil {
		return 0, err
	}
	if s.Kind != Cloned && s.Kind != Forked {
		return 0, fmt.Errorf("a new process does not fork: %+v", s)
	}
	return s.New, nil
}

// put writes an argument to memory, and returns its address.
func (p *injector) put(b []byte) uint64 {
	at := p.scratch + p.used
	p.used += (uint64(len(b)) + 15) &^ 15
	if p.used > scratchSize || !p.Write(at, b) {
		return 0 // the call fails with EFAULT
	}
	return at
}

func (p *injector) text(s string) uint64 { return p.put(append([]byte(s), 0)) }

// texts writes a list of texts.
func (p *injector) texts(all []string) uint64 {
	list := make([]byte, 0, 8*len(all)+8)
	for _, s := range all {
		list = order.AppendUint64(list, p.text(s))
	}
	return p.put(order.AppendUint64(list, 0))
}
