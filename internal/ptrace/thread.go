//go:build linux && (amd64 || arm64)

package ptrace

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Thread is a traced thread that has stopped.
type Thread struct {
	ID        int // in our namespace
	Registers     // valid after Load
	listener
	reply reply // to the system call at which it has stopped, if the listener has told of it
}

// Stop says why a thread has stopped.
type Stop struct {
	Kind   StopKind
	Signal unix.Signal // the signal that it is about to get, or that has ended it
	Status int         // with which it has ended
	New    int         // the new thread
}

// StopKind is a kind of a stop.
type StopKind uint8

// The kinds of stops.
const (
	AtCall   StopKind = iota + 1 // a system call that the kernel has not executed yet
	afterOne                     // a system call that the kernel has executed; see Finish
	AtSignal                     // a signal
	Cloned                       // a new thread, which has stopped too; a process if Forked
	Forked
	executed // another program
	Exiting  // the thread is about to end
	Ended    // the thread is no more
)

// AtSyscallStop is the signal of a stop at a system call.
const atSyscallStop = unix.SIGTRAP | 0x80

// Child returns a thread that this one has made.
func (t *Thread) Child(id int) Thread { return Thread{ID: id, listener: t.listener} }

// Load loads the registers.
func (t *Thread) Load() error {
	if t.reply.id != 0 {
		return nil // there is no more than the notification has told
	}
	return t.load(t.ID)
}

func (t *Thread) save() error { return t.store(t.ID) }

// Answer ends the system call at which the thread has stopped, which the kernel does not execute.
func (t *Thread) Answer(result int64) error {
	if t.reply.id != 0 {
		t.reply.result, t.reply.flags = result, 0
		return nil
	}
	t.skip()
	t.SetResult(result)
	return t.save()
}

// Change changes the result of the system call that the kernel has executed.
func (t *Thread) Change(result int64) error {
	t.SetResult(result)
	return t.save()
}

// Instead lets the kernel execute another system call. The one at which the thread has stopped still needs an answer.
func (t *Thread) Instead(number int, arguments ...uint64) (result int64, err error) {
	before := t.Registers
	t.replace(number, arguments)
	if err := t.save(); err != nil {
		return 0, err
	}
	result, err = t.Finish()
	t.Registers = before
	return result, err
}

// Continue lets the thread run on, with a signal if that is not 0, and waits for its next stop.
func (t *Thread) Continue(sig unix.Signal) (Stop, error) {
	var err error
	if t.reply.id != 0 {
		err = t.send()
	} else {
		err = ptrace(unix.PTRACE_CONT, t.ID, 0, uintptr(sig))
	}
	if err != nil {
		return Stop{}, fmt.Errorf("a thread does not go on: %w", err)
	}
	return t.next()
}

// Finish lets the kernel execute the system call at which the thread has stopped, and loads the registers after it.
func (t *Thread) Finish() (result int64, err error) {
	s, err := t.throughCall()
	if err == nil && s.Kind != afterOne {
		err = fmt.Errorf("a thread that executes a system call has stopped at something else: %+v", s)
	}
	if err == nil {
		err = t.Load()
	}
	return t.Result(), err
}

// Execute lets the kernel execute another program, for which the thread has stopped, and reports whether that has begun.
func (t *Thread) Execute() (begun bool, result int64, err error) {
	s, err := t.throughCall()
	switch {
	case err != nil || s.Kind == executed:
		return err == nil, 0, err
	case s.Kind != afterOne:
		return false, 0, fmt.Errorf("a thread that executes another program has stopped at something else: %+v", s)
	}
	err = t.Load()
	return false, t.Result(), err
}

// lookAgain is the number of milliseconds after which it is tried whether ptrace has stopped a thread. A signal tells us of such a stop
// before that, unless it comes just before we begin to wait.
const lookAgain = 1

// next waits for the next stop of a thread that runs.
func (t *Thread) next() (Stop, error) {
	if t.listener == 0 {
		return t.wait(0)
	}
	for {
		if s, err := t.wait(unix.WNOHANG); err != nil || s.Kind != 0 {
			return s, err
		}
		told := []unix.PollFd{{Fd: int32(t.listener), Events: unix.POLLIN}}
		if _, err := unix.Poll(told, lookAgain); err != nil && err != unix.EINTR {
			return Stop{}, err
		}
		if told[0].Revents&unix.POLLIN != 0 {
			return t.receive()
		}
	}
}

// receive takes the notification that there is.
func (t *Thread) receive() (Stop, error) {
	var n notification
	err := t.listener.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n))
	if err == nil && int(n.thread) != t.ID {
		err = fmt.Errorf("thread %d makes a system call while another one runs", n.thread)
	}
	t.reply = reply{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	t.tell(n.place, int(n.number), n.arguments[:])
	return Stop{Kind: AtCall}, err
}

// send answers the call of which we were told. Without an answer the kernel executes it.
func (t *Thread) send() error {
	r := t.reply
	t.reply = reply{}
	return t.listener.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r))
}

// throughCall lets the kernel execute the system call at which the thread has stopped, and waits for the stop after that.
func (t *Thread) throughCall() (Stop, error) {
	if err := ptrace(unix.PTRACE_SYSCALL, t.ID, 0, 0); err != nil {
		return Stop{}, fmt.Errorf("a thread does not go on: %w", err)
	}
	return t.wait(0)
}

// wait waits for a stop by ptrace. With WNOHANG, it returns none if there is none yet.
func (t *Thread) wait(options int) (Stop, error) {
	var status unix.WaitStatus
	for {
		id, err := unix.Wait4(t.ID, &status, unix.WALL|options, nil)
		if err == nil && id == 0 {
			return Stop{}, nil
		}
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return Stop{}, fmt.Errorf("a thread cannot be waited for: %w", err)
		}
	}
	switch {
	case status.Exited():
		return Stop{Kind: Ended, Status: status.ExitStatus()}, nil
	case status.Signaled():
		return Stop{Kind: Ended, Signal: status.Signal()}, nil
	}
	sig := status.StopSignal()
	if sig == atSyscallStop {
		return Stop{Kind: afterOne}, nil
	}
	s := Stop{Kind: AtSignal, Signal: sig}
	switch int(status >> 16) {
	case unix.PTRACE_EVENT_SECCOMP:
		s.Kind = AtCall
		return s, nil
	case unix.PTRACE_EVENT_CLONE:
		s.Kind = Cloned
	case unix.PTRACE_EVENT_FORK, unix.PTRACE_EVENT_VFORK:
		s.Kind = Forked
	case unix.PTRACE_EVENT_EXEC:
		s.Kind = executed
		return s, nil
	case unix.PTRACE_EVENT_EXIT:
		s.Kind = Exiting
	default:
		return s, nil
	}
	var about uint64
	err := ptrace(unix.PTRACE_GETEVENTMSG, t.ID, 0, uintptr(unsafe.Pointer(&about)))
	switch {
	case err != nil:
	case s.Kind == Exiting:
		s.Status, s.Signal = int(about>>8&0xff), unix.Signal(about&0x7f)
	case s.Kind == Cloned || s.Kind == Forked:
		s.New = int(about)
		_, err = (&Thread{ID: s.New}).wait(0)
	}
	return s, err
}

// Reap waits for the end of a thread that must end.
func (t *Thread) Reap() {
	for {
		_ = ptrace(unix.PTRACE_CONT, t.ID, 0, 0) // fails if it has not stopped
		if s, err := t.wait(0); err != nil || s.Kind == Ended {
			return
		}
	}
}
