//go:build linux && (amd64 || arm64)

package kernel_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

func TestMain(m *testing.M) {
	testsize.Draw(25)
	os.Exit(m.Run())
}

// drawnCall is a call that a test draws: its name and where its arguments come from.
type drawnCall struct {
	name       string
	some       string // the first text is one of these, by default the names
	slots      int    // how many there are, by default 8
	a, b       []int
	likelihood int // how many more times it is drawn than others
}

// sequence draws calls, each a line for the program.
func sequence(t *rapid.T, calls []drawnCall, most int) string {
	var weighted []drawnCall
	for _, c := range calls {
		for range c.likelihood + 1 {
			weighted = append(weighted, c)
		}
	}
	line := rapid.Custom(func(t *rapid.T) string {
		one := func(of []int) int {
			if len(of) == 0 {
				return 0
			}
			return rapid.SampledFrom(of).Draw(t, "argument")
		}
		c := rapid.SampledFrom(weighted).Draw(t, "call")
		if c.some == "" {
			c.some = "-"
		}
		if c.slots == 0 {
			c.slots = 8
		}
		names := strings.Fields(c.some)
		s, u := rapid.SampledFrom(names).Draw(t, "name"), rapid.SampledFrom(names).Draw(t, "name")
		return fmt.Sprintln(c.name, s, u, rapid.IntRange(0, c.slots-1).Draw(t, "slot"), one(c.a), one(c.b))
	})
	return strings.Join(rapid.SliceOfN(line, 1, most).Draw(t, "calls"), "")
}

// asKernel executes drawn sequences of calls by the kernel of this machine and by ours: the results must be the same, and so must be
// the files that a second life of the program finds after a crash that loses nothing.
func asKernel(t *testing.T, calls []drawnCall, most int) {
	t.Parallel()
	path := compile(t, "calls")
	rapid.Check(t, func(rt *rapid.T) {
		script := sequence(rt, calls, most)
		dir, err := os.MkdirTemp("/dev/shm", "calls") // a file system of the same kind
		if err != nil {
			rt.Skip(err)
		}
		defer os.RemoveAll(dir)
		if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(filepath.Join(dir, "script"), []byte(script), 0o644)); err != nil {
			rt.Fatal(err)
		}
		c := single(path, "settling")
		c.Files = map[string][]byte{"script": []byte(script)}
		lives, err := aloneTwice(c, 1)
		for life, got := range lives {
			cmd := exec.Command(path)
			cmd.Dir = dir
			cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
			if os.Geteuid() != 0 {
				cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			}
			out, failed := cmd.CombinedOutput()
			if failed != nil {
				rt.Fatalf("the program ends with %v\n%s", failed, out)
			}
			want := strings.TrimSuffix(string(out), "\n")
			if err != nil || strings.Join(got, "\n") != want {
				rt.Fatalf("in life %d, by our kernel and by the one of this machine, %v:\n%s\n\nscript:\n%s", life+1, err, beside(got, strings.Split(want, "\n")), script)
			}
		}
	})
}

// beside prints two lists beside each other up to the first difference.
func beside(a, b []string) string {
	var s strings.Builder
	for i := range max(len(a), len(b)) {
		x, y := "", ""
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		fmt.Fprintf(&s, "%-40s %s\n", x, y)
		if x != y {
			break
		}
	}
	return s.String()
}

// aloneTwice runs a program, crashes the machine with a survival, 0 for no unsynced change and 1 for all, and runs it again.
func aloneTwice(c kernel.Config, survival int) (lives [2][]string, err error) {
	err = onMachine(c, func(m *kernel.Machine) error {
		for life := range lives {
			lines, _, err := toEnd(m)
			lives[life] = lines
			if err != nil {
				return err
			}
			all := m.Survivals()
			m.Lose(all[min(survival, len(all)-1)])
		}
		return nil
	})
	return lives, err
}

// TestSyncedWrites: a write to a file that was opened with O_SYNC or O_DSYNC survives a crash, another one does not.
func TestSyncedWrites(t *testing.T) {
	t.Parallel()
	path := compile(t, "calls")
	for _, flags := range []int{0, unix.O_DSYNC, unix.O_SYNC} {
		c := single(path, "settling")
		c.Files = map[string][]byte{"script": fmt.Appendf(nil, "open . - 0 %d 0\nopen a - 1 %d 0\nfsync - - 0 0 0\nwrite - - 1 100 7\n", unix.O_DIRECTORY, unix.O_CREAT|unix.O_WRONLY|flags)}
		lives, err := aloneTwice(c, 0)
		if found := strings.Join(lives[1], "\n"); err != nil || strings.HasPrefix(found, "./a 100644 content 100 data ") != (flags != 0) {
			t.Errorf("with the flags %#x there is %q after a crash, %v", flags, found, err)
		}
	}
}

// TestSlowSync: while a thread syncs a file, others go on.
func TestSlowSync(t *testing.T) {
	t.Parallel()
	if lines, _, err := alone(single(compile(t, "sync"))); err != nil || strings.Join(lines, " ") != "meanwhile synced" {
		t.Errorf("the program prints %q, %v", lines, err)
	}
}

var sizes = []int{0, 1, 5, 100, 4095, 4096, 4097, 9000}

// TestFileCalls: files.
func TestFileCalls(t *testing.T) {
	const names = "a a a b d d/a d/b e/a d/e/a ."
	places := append([]int{-1, 20000}, sizes...)
	asKernel(t, []drawnCall{
		{name: "open", some: names, a: []int{0, 1, 2, 0o100, 0o101, 0o102, 0o102, 0o102, 0o302, 0o1002, 0o1101, 0o2102, 0o2002, 0o200000}, likelihood: 5},
		{name: "close"},
		{name: "read", a: sizes, likelihood: 1},
		{name: "readv", a: sizes},
		{name: "pread", a: sizes, b: places},
		{name: "write", a: sizes, b: places, likelihood: 3},
		{name: "writev", a: sizes, b: places},
		{name: "pwrite", a: sizes, b: places, likelihood: 2},
		{name: "lseek", a: places, b: []int{0, 1, 2, 3, 4, 7}, likelihood: 1},
		{name: "ftruncate", a: places, likelihood: 1},
		{name: "truncate", some: names, a: places},
		{name: "fallocate", a: sizes, b: []int{0, 1}},
		{name: "fsync", a: []int{0, 1}},
		{name: "rename", some: names, a: []int{0, 0, 1}, likelihood: 2},
		{name: "link", some: names},
		{name: "unlink", some: names, likelihood: 1},
		{name: "rmdir", some: names},
		{name: "mkdir", some: names, likelihood: 1},
		{name: "chdir", some: "d ."},
		{name: "dup", a: []int{0, 1, 2, 3}},
		{name: "dup2", a: []int{0, 1, 2, 3}},
		{name: "getfl"},
		{name: "fd", a: []int{0, 1, 2, 3}},
		{name: "flock", a: []int{1, 2, 8}},
		{name: "available"},
		{name: "stat", some: names},
		{name: "fstat"},
		{name: "list"},
		{name: "poll", a: []int{1, 4, 5}},
		{name: "map", a: []int{100, 4096, 9000}, b: []int{0, 0, 1}, likelihood: 1},
		{name: "poke", a: places, b: sizes, likelihood: 3},
		{name: "msync", a: []int{0, 1}},
		{name: "unmap"},
	}, 60)
}

// socketSlots is the number of slots with sockets: few, so that calls meet.
const socketSlots = 4

// TestSocketCalls: sockets, pipes and counters, and waiting for them.
func TestSocketCalls(t *testing.T) {
	const ports = "7001 7001 7002 s @t"
	few := []int{0, 1, 2, 3}
	var calls []drawnCall
	for _, c := range []drawnCall{
		{name: "socket", a: []int{0, 0, 1}, b: []int{0}, likelihood: 4},
		{name: "pair"},
		{name: "pipe"},
		{name: "event", a: []int{0, 3}, b: []int{0, 1}},
		{name: "add", a: []int{0, 1, 2, -1, -2}},
		{name: "bind", some: ports, likelihood: 4},
		{name: "listen", likelihood: 4},
		{name: "connect", some: ports, likelihood: 5},
		{name: "accept", a: few, likelihood: 4},
		{name: "name"},
		{name: "peer"},
		{name: "send", a: []int{0, 1, 5, 500}, likelihood: 2},
		{name: "write", a: []int{0, 1, 5, 500}},
		{name: "writev", a: []int{0, 1, 5, 500}},
		{name: "recv", a: []int{1, 4, 1000}, b: []int{0, 0, 1}, likelihood: 2},
		{name: "read", a: []int{1, 8, 1000}, likelihood: 1},
		{name: "readv", a: []int{8, 1000}},
		{name: "shutdown", a: []int{0, 1, 1, 2, 5}},
		{name: "option", a: []int{0, 0, 0, 1, 2, 3, 4}},
		{name: "available"},
		{name: "lseek"},
		{name: "fd", a: few},
		{name: "getfl"},
		{name: "close", likelihood: 2},
		{name: "dup", a: few},
		{name: "dup2", a: few},
		{name: "poll", a: []int{0, 1, 4, 5, 0x2005}, likelihood: 2},
		{name: "select"},
		{name: "epoll"},
		{name: "watch", some: "1 4 5 2005 80000001 80000004 80000005 80002005 40000001 40000005 c0000005", a: few, b: []int{1, 1, 1, 2, 3}, likelihood: 4},
		{name: "events", likelihood: 4},
		{name: "fstat"},
	} {
		if c.slots = socketSlots; c.name == "epoll" || c.name == "watch" || c.name == "events" {
			c.slots = 1
		}
		calls = append(calls, c)
	}
	asKernel(t, calls, 60)
}

// TestDatagramCalls: UDP sockets, none of which is connected to a port where nobody listens: the network says nothing of that.
func TestDatagramCalls(t *testing.T) {
	var calls []drawnCall
	for _, c := range []drawnCall{
		{name: "socket", b: []int{1}, likelihood: 3},
		{name: "bind", some: "7001 7002", likelihood: 3},
		{name: "listen"},
		{name: "name"},
		{name: "peer"},
		{name: "sendto", some: "7001 7002", a: []int{0, 1, 5, 500, 70000}, b: []int{1, 2, 3}, likelihood: 4},
		{name: "send", a: []int{1}},
		{name: "write", a: []int{1}},
		{name: "recv", a: []int{1, 4, 1000}, b: []int{0, 0, 1}},
		{name: "from", a: []int{1, 4, 1000}, b: []int{0, 1}, likelihood: 3},
		{name: "read", a: []int{8, 1000}},
		{name: "readv", a: []int{8, 1000}},
		{name: "option", a: []int{0, 1, 2, 3, 4}},
		{name: "available"},
		{name: "close"},
		{name: "poll", a: []int{0, 1, 4, 5}},
		{name: "select"},
		{name: "fstat"},
	} {
		c.slots = socketSlots
		calls = append(calls, c)
	}
	asKernel(t, calls, 60)
}

// TestFutexCalls: threads that wait for words.
func TestFutexCalls(t *testing.T) {
	few := []int{0, 1, 2}
	asKernel(t, []drawnCall{
		{name: "wait", slots: 3, a: []int{-1, 1, 2, 3}, likelihood: 4},
		{name: "timed", slots: 3, a: []int{0, 0, 1}},
		{name: "wake", slots: 3, a: []int{0, 1, 1, 2, 10}, likelihood: 2},
		{name: "bits", slots: 3, a: []int{0, 1, 2, 3, -1}},
		{name: "requeue", slots: 3, a: few, b: few, likelihood: 1},
		{name: "unequal", slots: 3, a: few, b: few},
		// Set, add, or, and not, exclusive or; each with a comparison.
	}, 40)
}
