//go:build linux && (amd64 || arm64)

package ptrace

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A listener is the descriptor by which the kernel tells of system calls that it never executes, in place of a stop by ptrace: the
// thread waits in the kernel for the answer. That takes half the time. It is 0 if ptrace stops at all calls.
type listener int

// notification is what the kernel tells of a system call.
type notification struct {
	id           uint64
	thread       uint32
	flags        uint32
	number       int32
	architecture uint32
	place        uint64
	arguments    [6]uint64
}

// reply is the answer to a notification.
type reply struct {
	id     uint64 // 0 if there is nothing to answer
	result int64
	errno  int32 // in place of the result
	flags  uint32
}

// canListen reports whether signals leave the threads alone that wait for an answer, as they do at a stop by ptrace. Before this version
// a thread may make the call again if it has got a signal and then the answer.
func canListen() bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	var major, minor int
	_, _ = fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor) // 0 if it is something else
	return major > 6 || major == 6 && minor >= 18
}

// install installs the filter, and returns the listener if the kernel allows one. It does not where a program around us has its own.
func (p *injector) install() (listener, error) {
	const waitKillable = 1 << 5 // SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	set := func(answer uint32, flags uint64) (int64, error) {
		f, n := filterBytes(answer)
		return p.call(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags|unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, words(nil, uint64(n), p.put(f)))
	}
	if canListen() {
		theirs, err := set(unix.SECCOMP_RET_USER_NOTIF, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|waitKillable)
		if err == nil {
			return p.take(int(theirs))
		}
	}
	_, err := set(unix.SECCOMP_RET_TRACE, 0)
	return 0, err
}

// take returns our descriptor for one of the process.
func (p *injector) take(theirs int) (listener, error) {
	process, err := unix.PidfdOpen(p.pid, 0)
	if err != nil {
		return 0, err
	}
	ours, err := unix.PidfdGetfd(process, theirs, 0)
	return listener(ours), errors.Join(err, unix.Close(process))
}

func (l listener) control(request uint, at unsafe.Pointer) error {
	if _, _, e := unix.RawSyscall(unix.SYS_IOCTL, uintptr(l), uintptr(request), uintptr(at)); e != 0 {
		return e
	}
	return nil
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
