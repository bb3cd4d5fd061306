//go:build linux && (amd64 || arm64)

package ptrace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

var order = binary.LittleEndian

// Process is a process that was started, and the namespaces that it is in.
type Process struct {
	Main Thread
	Memory
	Clock *Clock
	guard int // the first process of the namespaces
	// readers are the instructions that read the counter of cycles and were replaced, by their addresses; nil if the kernel stops at them.
	readers map[uint64][]byte
}

// Start starts a program, and stops it before its first instruction.
func Start(p Program) (*Process, error) {
	file, clock, err := newClock()
	if err != nil {
		return nil, fmt.Errorf("cannot start %s: %w", p.Path, err)
	}
	defer file.Close()
	started := &Process{Clock: clock}
	guard, err := startGuard(p, file)
	if err != nil {
		clock.unmap()
		return nil, fmt.Errorf("cannot start %s: %w", p.Path, err)
	}
	started.guard = guard.ID
	if err := started.prepare(p, guard); err != nil {
		started.Kill()
		return nil, fmt.Errorf("cannot start %s: %w", p.Path, err)
	}
	return started, nil
}

// startGuard starts the first process of new namespaces, which has the file of the clock. It is the child of a process that ends at once:
// that one is in our namespace of processes, so the kernel ends it if we are killed before we trace it. A process that is the
// first of a namespace from the beginning cannot tell whether we still live, and would stay.
func startGuard(p Program, clock *os.File) (*injector, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	fd := null.Fd()
	pid, err := syscall.ForkExec(p.Path, []string{p.Path}, &syscall.ProcAttr{
		Dir: "/", Files: []uintptr{fd, fd, fd, clock.Fd()}, Sys: &syscall.SysProcAttr{Ptrace: true, Setsid: true, Pdeathsig: unix.SIGKILL},
	})
	if err != nil {
		return nil, err
	}
	t := Thread{ID: pid}
	s, err := t.wait(0)
	if err == nil && s.Kind == Ended {
		return nil, errors.New("it ends before its first instruction")
	}
	defer func() {
		syscall.Kill(pid, syscall.SIGKILL)
		t.Reap()
	}()
	const options = unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK |
		unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_TRACESECCOMP | unix.PTRACE_O_TRACEEXIT
	if err == nil {
		err = ptrace(unix.PTRACE_SETOPTIONS, pid, 0, options)
	}
	if err != nil {
		return nil, err
	}
	starter, err := newInjector(pid)
	if err == nil {
		err = starter.unshare()
	}
	if err != nil {
		return nil, err
	}
	guard, err := starter.fork()
	if err != nil {
		return nil, err
	}
	return starter.in(guard), nil
}

// unshare gives new namespaces to the children of the process: of processes and mounts, and of users if we are not root.
func (p *injector) unshare() error {
	flags := uint64(unix.CLONE_NEWPID | unix.CLONE_NEWNS)
	user := os.Geteuid()
	if user != 0 {
		flags |= unix.CLONE_NEWUSER
	}
	if _, err := p.call(unix.SYS_UNSHARE, flags); err != nil || user == 0 {
		return err
	}
	if _, err := p.call(unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, 1); err != nil { // otherwise its files in /proc belong to root
		return err
	}
	for _, f := range []struct{ name, content string }{
		{"setgroups", "deny"}, {"uid_map", fmt.Sprintf("%d %d 1", user, user)}, {"gid_map", fmt.Sprintf("%[1]d %[1]d 1", os.Getegid())},
	} {
		if err := os.WriteFile(procOf(p.pid)+"/"+f.name, []byte(f.content), 0); err != nil {
			return err
		}
	}
	return nil
}

// renounce gives up all capabilities, after a fork: the program has none once it begins, and opens a file of this process.
func (p *injector) renounce() error {
	s, err := p.Continue(0)
	if err == nil {
		_, err = p.end(unix.SYS_CLONE, s)
	}
	if err == nil {
		header := words(nil, unix.LINUX_CAPABILITY_VERSION_3) // and process 0, which is itself
		_, err = p.call(unix.SYS_CAPSET, header, make([]byte, 24))
	}
	return err
}

// prepare makes a child of the guard, and the child execute the program.
func (s *Process) prepare(p Program, guard *injector) error {
	child, err := guard.fork()
	if err != nil {
		return err
	}
	s.Main.ID, s.pid = child, child
	if os.Geteuid() != 0 {
		if err := guard.renounce(); err != nil {
			return err
		}
	}
	in := guard.in(child)
	if err := in.mounts(p.Size); err != nil {
		return err
	}
	if p.Fill != nil {
		if err := p.Fill(s.Directory()); err != nil {
			return err
		}
	}
	if err := in.settings(p.CPU); err != nil {
		return err
	}
	if s.Main.listener, err = in.install(); err != nil {
		return fmt.Errorf("installing a filter: %w", err)
	}
	stop, err := in.begin(unix.SYS_EXECVE, p.Path, p.Args, p.Env)
	if err == nil && stop.Kind != executed {
		_, err = in.end(unix.SYS_EXECVE, stop)
	}
	if err != nil {
		return err
	}
	return s.Begin(&s.Main, p.Random)
}

// Begin prepares the memory of a thread that has just begun to execute a program.
func (s *Process) Begin(t *Thread, random [16]byte) error {
	image, err := s.mapClock(t)
	if err == nil {
		s.patchStack(t.stack(), random, image)
	}
	return err
}

// EmulateCycles emulates the instruction at which a thread has got a SIGSEGV or SIGILL, if it reads the counter of cycles.
func (s *Process) EmulateCycles(t *Thread, now uint64) (bool, error) {
	if err := t.Load(); err != nil {
		return false, err
	}
	code := s.readers[t.Place()]
	if code == nil {
		code = make([]byte, 3)
		s.Read(t.Place(), code) // it has zeros if it cannot be read
	}
	if !t.emulateRDTSC(code, now) {
		return false, nil
	}
	return true, t.save()
}

// IsSealed reports whether the process must not execute code that is not in its program: that could read the counter of cycles.
func (s *Process) IsSealed() bool { return s.readers != nil }

// Directory returns the name under which we can reach the directory of the program. It is valid until Kill.
func (s *Process) Directory() string { return procOf(s.guard) + "/root" + Dir }

// Proc returns the name of a file about the process in /proc, such as exe or fd/3.
func (s *Process) Proc(file string) string { return procOf(s.pid) + "/" + file }

// File returns the name under which we can reach a file that the process has open.
func (s *Process) File(fd int) string { return s.Proc(fmt.Sprintf("fd/%d", fd)) }

// Child returns a process that this one has made. It ends with the first one.
func (s *Process) Child(id int) *Process {
	return &Process{Main: s.Main.Child(id), Memory: Memory{id}, Clock: s.Clock, guard: s.guard, readers: s.readers}
}

// Signal sends a signal to the process.
func (s *Process) Signal(sig unix.Signal) { _ = unix.Kill(s.pid, sig) } // it may have ended

// Signals returns a set of signals of the process by its name in the file that describes it, such as ShdPnd for pending signals.
func (s *Process) Signals(set string) (mask uint64) {
	b, _ := os.ReadFile(s.Proc("status")) // there is none if the process ends
	_, rest, _ := strings.Cut(string(b), set+":")
	_, _ = fmt.Sscanf(rest, "%x", &mask)
	return mask
}

// currentDirectory is AT_FDCWD.
const currentDirectory = ^uint64(99)

// mounts gives the process its own directory, and its own list of processes; all else can only be read.
func (p *injector) mounts(size int64) error {
	const readOnly = unix.MOUNT_ATTR_RDONLY
	return p.calls("mounting", [][]any{
		{unix.SYS_MOUNT, "none", "/", 0, unix.MS_REC | unix.MS_PRIVATE, 0},
		{unix.SYS_MOUNT, "proc", "/proc", "proc", unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC, 0},
		{unix.SYS_MOUNT, "node", Dir, "tmpfs", unix.MS_NOSUID | unix.MS_NODEV, fmt.Sprintf("size=%d,mode=755", size)},
		{unix.SYS_MOUNT_SETATTR, currentDirectory, "/", unix.AT_RECURSIVE, words(nil, readOnly, 0, 0, 0), 32}, // set, clear
		{unix.SYS_MOUNT_SETATTR, currentDirectory, Dir, 0, words(nil, 0, readOnly, 0, 0), 32},
		{unix.SYS_CHDIR, Dir},
		{unix.SYS_CLOSE, clockFile},
	})
}

// settings fixes what would differ from run to run.
func (p *injector) settings(cpu int) error {
	const noRandomAddresses = 0x0040000
	const stackSize = 8 << 20
	mask := make([]byte, 128)
	mask[cpu/8] |= 1 << (cpu % 8)
	return p.calls("settings", [][]any{
		{unix.SYS_PERSONALITY, noRandomAddresses},
		{unix.SYS_UMASK, 0o22},
		{unix.SYS_PRLIMIT64, 0, unix.RLIMIT_NOFILE, words(nil, FirstEmulated, FirstEmulated), 0},
		{unix.SYS_PRLIMIT64, 0, unix.RLIMIT_STACK, words(nil, stackSize, stackSize), 0},
		{unix.SYS_PRLIMIT64, 0, unix.RLIMIT_CORE, words(nil, 0, 0), 0},
		{unix.SYS_SCHED_SETAFFINITY, 0, len(mask), mask},
		{unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1},
	})
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

// patchStack tells a program that has not begun of the image of the clock in place of the vDSO, and gives it random bytes.
func (s *Process) patchStack(at uint64, random [16]byte, image uint64) {
	const end, ignored, sysinfo, randomBytes = 0, 1, 33, 25
	at += 8 + 8*s.Uint64(at) + 8 // the number of arguments, the arguments, a zero
	for s.Uint64(at) != 0 {      // the environment
		at += 8
	}
	for at += 8; ; at += 16 {
		switch s.Uint64(at) {
		case end:
			return
		case sysinfo:
			if s.PutUint64(at+8, image); image == 0 {
				s.PutUint64(at, ignored)
			}
		case randomBytes:
			s.Write(s.Uint64(at+8), random[:])
		}
	}
}

// Kill ends the process, which has no other threads, and its namespaces.
func (s *Process) Kill() {
	if s.pid != 0 {
		s.Signal(unix.SIGKILL)
		s.Main.Reap()
	}
	s.Release()
}

// Release ends the namespaces of a process that has ended.
func (s *Process) Release() {
	if s.guard != 0 {
		syscall.Kill(s.guard, syscall.SIGKILL)
		(&Thread{ID: s.guard}).Reap()
		s.guard = 0
		s.Clock.unmap()
		if s.Main.listener != 0 {
			_ = unix.Close(int(s.Main.listener))
		}
	}
}

// CheckSupport returns an error that says why programs cannot be started here.
var CheckSupport = sync.OnceValue(func() (err error) {
	if untested != "" {
		return errors.New(untested)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for ever: the thread ends with the goroutine
		var p *Process
		if p, err = Start(Program{Path: "/proc/self/exe", Args: []string{"supported"}, Size: 1 << 20}); err == nil {
			p.Kill()
		}
	}()
	<-done
	if err != nil {
		err = fmt.Errorf("real programs need ptrace and namespaces: %w", err)
	}
	return err
})
