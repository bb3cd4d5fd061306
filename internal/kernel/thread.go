//go:build linux && (amd64 || arm64)

package kernel

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// thread is a thread of the program.
type thread struct {
	ptrace.Thread
	process *process
	number  int        // from 1
	vfork   bool       // it waits for the process that it is about to make
	wait    *condition // nil if it is ready to run
	// clear is the address that the kernel clears, and wakes, at the end of the thread.
	clear  uint64
	signal unix.Signal // to get when it runs on
}

// condition is the end of a wait of a thread. At the deadline the wait ends with the result otherwise, unless the deadline is never.
type condition struct {
	try       func() (int64, bool) // returns the result of the call once there is one
	deadline  int64
	otherwise int64
	short     bool   // it is short enough not to be an event
	slow      bool   // it has a result when no other thread can go on
	cancel    func() // is called if try never returned a result; it may be nil
	passes    bool   // once there is a result, the kernel executes the call
}

// childExit is how a child has ended that its parent has not waited for.
type childExit struct {
	number int
	Exit
}

// process is a process of the program.
type process struct {
	ptrace.Memory
	of      *ptrace.Process
	files   descriptor.Table
	main    *thread
	parent  *process     // nil if it has none, or has lost it
	exits   []childExit  // of children
	exiting bool         // all threads are about to end
	apart   bool         // it has executed a program, or ended: its parent may go on
	closing map[int]bool // the objects that are closed when the process executes another program
	futexes futexes
	cwd     string
	path    string // of the program
}

// Record is a system call that was answered.
type Record struct {
	Thread    int
	Name      string
	Arguments [6]uint64
	Data      uint64 // a hash of the data that was passed
	Result    int64  // not of a call that is still waiting
}

// String describes the call.
func (r Record) String() string {
	var args []string
	for _, a := range r.Arguments {
		args = append(args, fmt.Sprintf("%#x", a))
	}
	return fmt.Sprintf("thread %d: %s(%s) = %d, data %08x", r.Thread, r.Name, strings.Join(args, ", "), r.Result, r.Data)
}
