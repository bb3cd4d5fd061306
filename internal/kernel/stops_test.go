//go:build linux && (amd64 || arm64)

package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// playedPrograms has the programs that TestStops plays in another process, separated by spaces.
const playedPrograms = "CHECKMODEL_TEST_PROGRAMS"

// TestStops: a program makes the same calls if the kernel tells of most of them by a listener and if threads stop at all of them by ptrace, as they do
// within another program that has a listener. In both, threads that wait get signals, and a process ends where its threads wait.
func TestStops(t *testing.T) {
	if names := os.Getenv(playedPrograms); names != "" {
		for _, name := range strings.Fields(names) {
			printPlayed(t, name)
		}
		return
	}
	t.Parallel()
	names := compile(t, "parked") + " " + compile(t, "threads") + " " + build(t, "kv")
	runtime.LockOSThread() // for ever: the thread has a filter from now on
	var outputs [2]string
	for i := range outputs {
		c := exec.Command("/proc/self/exe", "-test.run=^TestStops$")
		c.Env = append(os.Environ(), playedPrograms+"="+names)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		outputs[i], _, _ = strings.Cut(string(out), "PASS")
		if i == 0 {
			listen(t)
		}
	}
	if outputs[0] != outputs[1] {
		t.Errorf("with a listener and without one: %s", difference(outputs[0], outputs[1]))
	}
	if want := "line handled 64 interrupted 64 passed 64 child 9\n"; !strings.Contains(outputs[0], want) {
		t.Errorf("no %q", want)
	}
}

// printPlayed prints what a program does, by itself or as a server and a client.
func printPlayed(t *testing.T, name string) {
	programs := [][]string{{name, "server"}, {name, "client", "10.0.0.1:7000"}}
	switch {
	case strings.HasSuffix(name, "parked"):
		programs = [][]string{{name}}
	case strings.HasSuffix(name, "threads"):
		programs = [][]string{{name}, {name, "10.0.0.1"}}
	}
	done := make(chan error)
	c := newCluster(1, programs...)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		done <- c.play(rand.New(rand.NewPCG(1, 0)))
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for i := range c.trace {
		fmt.Print(c.trace[i].String())
	}
}

// listen gives this thread, and the programs that it starts, a filter with a listener, so that they cannot have another one.
func listen(t *testing.T) {
	allow := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}
	filter := unix.SockFprog{Len: 1, Filter: &allow}
	set := func() unix.Errno {
		_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&filter)))
		return e
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Skip(err)
	}
	if e := set(); e != 0 {
		t.Skip("this machine has no listeners:", e)
	}
	if e := set(); e != unix.EBUSY {
		t.Fatalf("a second listener: %v, want EBUSY", e)
	}
}
