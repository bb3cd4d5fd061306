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

// begin starts a system call, and returns the first stop in it or after it. A text, bytes and a list of texts are written to the memory for
// arguments.
func (p *injector) begin(number int, args ...any) (Stop, error) {
	values := p.values(args)
	if err := p.Load(); err != nil {
		return Stop{}, err
	}
	p.Registers.call(p.at, number, values)
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
func (p *injector) call(number int, args ...any) (int64, error) {
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

// values returns the arguments of a system call as numbers.
func (p *injector) values(args []any) (all []uint64) {
	for _, a := range args {
		var v uint64
		switch a := a.(type) {
		case int:
			v = uint64(a)
		case uint64:
			v = a
		case string:
			v = p.put(append([]byte(a), 0))
		case []byte:
			v = p.put(a)
		case []string:
			var list []byte
			for _, s := range a {
				list = words(list, p.values([]any{s})...)
			}
			v = p.put(words(list, 0))
		}
		all = append(all, v)
	}
	return all
}

// calls executes system calls, each with its number first. The word is for what they do.
func (p *injector) calls(what string, all [][]any) error {
	for _, c := range all {
		if _, err := p.call(c[0].(int), c[1:]...); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}

// words appends numbers of 8 bytes.
func words(b []byte, all ...uint64) []byte {
	for _, v := range all {
		b = order.AppendUint64(b, v)
	}
	return b
}
