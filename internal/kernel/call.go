//go:build linux && (amd64 || arm64)

package kernel

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

var order = binary.LittleEndian

// call is a system call of a thread that has stopped at it.
type call struct {
	machine *Machine
	process *process
	thread  *thread
	number  int
	name    string
	file    string // that it is about
	arg     [6]uint64
	data    uint64 // a hash of the data that it passes
}

// handler answers a call.
type handler func(*call) answer

// answer says how a call ends.
type answer struct {
	kind   answerKind
	result int64
	// after is called with the result of the kernel, and returns the result to give to the program.
	after func(result int64) int64
	wait  *condition
	why   string // it is not covered
}

type answerKind uint8

const (
	emulated answerKind = iota
	passed              // the kernel executes it
	waits
	yields
	resumes // the kernel executes it, and nothing is done until the next stop of the thread
	executes
	notCovered
	crashes // the machine crashes before it
)

func done(result int64) answer { return answer{result: result} }

func fail(e unix.Errno) answer { return answer{result: -int64(e)} }

// errno returns 0 as success.
func errno(e unix.Errno) answer { return done(-int64(e)) }

func fails(e unix.Errno) handler { return func(*call) answer { return fail(e) } }

func returns(v int64) handler { return func(*call) answer { return done(v) } }

func pass(*call) answer { return answer{kind: passed} }

func passThen(after func(int64) int64) answer { return answer{kind: passed, after: after} }

func uncovered(format string, args ...any) answer {
	return answer{kind: notCovered, why: fmt.Sprintf(format, args...)}
}

// wait waits without an end.
func wait(try func() (int64, bool)) answer { return waitUntil(timeline.Never, 0, try) }

// waitUnless fails if there is no result yet and the program does not want to wait.
func waitUnless(nonblock bool, try func() (int64, bool)) answer {
	a := wait(try)
	if a.kind == waits && nonblock {
		return fail(unix.EAGAIN)
	}
	return a
}

func waitFor(c condition) answer { return answer{kind: waits, wait: &c} }

func waitUntil(deadline, result int64, try func() (int64, bool)) answer {
	if r, ok := try(); ok {
		return done(r)
	}
	return waitFor(condition{try: try, deadline: deadline, otherwise: result})
}

func (c *call) descriptor(i int) *descriptor.Description {
	return c.process.files[int(int32(c.arg[i]))]
}

func (c *call) number32(i int) int { return int(int32(c.arg[i])) }

// note adds data to the hash.
func (c *call) note(b []byte) { c.data = hash(c.data, b) }

func hash(h uint64, b []byte) uint64 {
	h ^= uint64(len(b)) + 14695981039346656037
	for _, x := range b {
		h = (h ^ uint64(x)) * 1099511628211
	}
	return h
}

// vectors returns the parts of memory that an array describes.
func (c *call) vectors(at uint64, n int) (all []part, ok bool) {
	if n < 0 || n > 1024 {
		return nil, false
	}
	b := make([]byte, 16*n)
	ok = c.process.Read(at, b)
	for ; len(b) > 0; b = b[16:] {
		all = append(all, part{order.Uint64(b), int(order.Uint64(b[8:]))})
	}
	return all, ok
}

// part is a part of the memory of the program.
type part struct {
	at uint64
	n  int
}

func size(parts []part) (n int) {
	for _, p := range parts {
		n += p.n
	}
	return n
}

// mostAtOnce limits how much one call transfers.
const mostAtOnce = 8 << 20

// gather returns the bytes in the parts, and false if they cannot be read.
func (c *call) gather(parts []part) ([]byte, bool) {
	all := make([]byte, min(size(parts), mostAtOnce))
	rest := all
	for _, p := range parts {
		n := min(p.n, len(rest))
		if !c.process.Read(p.at, rest[:n]) {
			return nil, false
		}
		rest = rest[n:]
	}
	c.note(all)
	return all, true
}

// scatter writes b to the parts.
func (c *call) scatter(parts []part, b []byte) bool {
	c.note(b)
	for _, p := range parts {
		n := min(p.n, len(b))
		if !c.process.Write(p.at, b[:n]) {
			return false
		}
		b = b[n:]
	}
	return true
}

// put writes what a call tells to memory.
func (c *call) put(at uint64, b []byte) answer { return c.putFor(0, at, b) }

// putFor writes what a call with the result tells to memory.
func (c *call) putFor(result int64, at uint64, b []byte) answer {
	if !c.scatter([]part{{at, len(b)}}, b) {
		return fail(unix.EFAULT)
	}
	return done(result)
}
