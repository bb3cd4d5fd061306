//go:build linux && (amd64 || arm64)

package kernel_test

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/internal/kernel/network"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
	"github.com/checkmodel/checkmodel/internal/ptrace"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// compile compiles a program in testdata/c.
func compile(t *testing.T, name string) string {
	t.Helper()
	if err := ptrace.CheckSupport(); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("cc", "-O1", "-pthread", "-o", path, "testdata/c/"+name+".c").CombinedOutput(); err != nil {
		t.Skipf("no C compiler: %v\n%s", err, out)
	}
	return path
}

// single returns a machine that is the only one, for a program.
func single(command ...string) kernel.Config {
	return kernel.Config{Name: "m", Machines: 1, Path: command[0], Args: command, CPUs: 1, DiskSize: 8 << 20, Patience: patience}
}

// onMachine calls f with a machine, by a thread of the operating system that ends with it.
func onMachine(c kernel.Config, f func(*kernel.Machine) error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		m := kernel.NewMachine(c)
		defer m.Kill()
		done <- f(m)
	}()
	return <-done
}

// toEnd runs a program on the only machine up to its end, and returns the lines that it has printed, and its calls.
func toEnd(m *kernel.Machine) (lines []string, calls []kernel.Record, err error) {
	if err := m.Start(0); err != nil {
		return nil, nil, err
	}
	var packets []network.Packet
	for more := true; more && err == nil; {
		var e kernel.Event
		e, err = m.Run()
		lines, calls, packets = append(lines, e.Lines...), append(calls, e.Calls...), append(packets, e.Sent...)
		if more = m.Deadline() != timeline.Never; len(packets) > 0 && m.Up() {
			m.Deliver(&packets[0])
			packets, more = packets[1:], true
		} else if more {
			m.Fire()
		}
	}
	if err == nil && m.Exited() == nil {
		err = errors.New("it waits for ever")
	}
	return lines, calls, err
}

func alone(c kernel.Config) (lines []string, calls []kernel.Record, err error) {
	err = onMachine(c, func(m *kernel.Machine) (err error) {
		lines, calls, err = toEnd(m)
		return err
	})
	return lines, calls, err
}

// TestClock: functions read the same clock as system calls, and most of them make none.
func TestClock(t *testing.T) {
	t.Parallel()
	path := compile(t, "clock")
	lines, calls, err := alone(single(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "now 100000") {
		t.Error(lines)
	}
	byCall := 300*(8+2*2) + 1 + 10000/101 // two clocks have no function; and one of 101 reads in the last loop is a call
	if got := len(slices.DeleteFunc(calls, func(r kernel.Record) bool { return r.Name != "clock_gettime" && r.Name != "gettimeofday" })); got != byCall {
		t.Errorf("%d calls, want %d", got, byCall)
	}
}

// TestExec: a shell is replaced by a program, which it finds at the second place.
func TestExec(t *testing.T) {
	t.Parallel()
	path := compile(t, "clock")
	for range 2 {
		lines, calls, err := alone(single("/bin/sh", "-c", "PATH=/no/such:"+filepath.Dir(path)+" exec clock"))
		if err != nil || len(lines) != 1 || !strings.HasPrefix(lines[0], "now 100000") {
			t.Fatal(err, lines)
		}
		var results []int64
		for _, r := range calls {
			if r.Name == "execve" {
				results = append(results, r.Result)
			}
		}
		if !slices.Equal(results, []int64{-2, 0}) {
			t.Errorf("execve returns %v", results)
		}
	}
}

// TestChildren: processes that a shell, Python and Go start, and wait for.
func TestChildren(t *testing.T) {
	t.Parallel()
	path := compile(t, "clock")
	python := output(t, exec.Command(tool(t, "python3"), "-c", "import sys; print(sys.executable)"))
	script := `
import asyncio, os, subprocess, threading, time
print(subprocess.run(["sh", "-c", "read x; echo got $x; exit 3"], input=b"word\n", capture_output=True))
p = subprocess.Popen(["sleep", "100"])
p.kill()
print(p.wait())
if os.fork() == 0:
    os._exit(7)
print(os.wait()[1])
p = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
t = threading.Thread(target=time.sleep, args=(1,))
t.start()
t.join()
p.communicate()
async def main():
    p = await asyncio.create_subprocess_exec("sh", "-c", "sleep 1; echo late", stdout=subprocess.PIPE)
    print(await p.communicate(), p.returncode)
asyncio.run(main())
`
	for name, c := range map[string]struct {
		command []string
		want    string
	}{
		"sh": {[]string{"/bin/sh", "-c", "echo a | cat; (sleep 2; echo c) & sleep 1; echo b; wait; " + path + " >file; grep -c now file; sh -c 'kill -9 $$'; echo $?"}, "a b c 1 Killed 137"},
		"machine": {[]string{"/bin/sh", "-c", "ls -la >list; cat /sys/devices/system/cpu/online; cat /sys/devices/system/node/node0/meminfo 2>list || echo hidden; ln -s a b 2>list || echo none; wc -l <list"},
			"0 hidden none 1"},
		"python": {[]string{python, "-c", script}, `stdout=b'got word\n', stderr=b'') -9 1792 (b'late\n', None) 0`},
		"go":     {[]string{build(t, "children")}, "out exit status 3 signal: killed"},
	} {
		var first string
		for i := range testsize.Sample(2, 20) {
			lines, calls, err := alone(single(c.command...))
			if got := strings.Join(lines, " "); err != nil || !strings.HasSuffix(got, c.want) {
				t.Fatalf("%s: %v: %s", name, err, got)
			}
			var all strings.Builder
			for _, c := range calls {
				fmt.Fprintln(&all, c)
			}
			if i == 0 {
				first = all.String()
			} else if all.String() != first {
				t.Errorf("%s: run %d differs: %s", name, i+1, difference(first, all.String()))
			}
		}
	}
}

// TestGreedy: a program that fills its disk or its memory is stopped, and the error says so.
func TestGreedy(t *testing.T) {
	t.Parallel()
	path := compile(t, "greedy")
	_, _, err := alone(single(path, "disk"))
	if want := "m, thread 1, at "; err == nil || !strings.Contains(err.Error(), "write: its disk of 8388608 bytes is full") || !strings.HasPrefix(err.Error(), want) {
		t.Error(err)
	}
	c := single(path)
	c.MemorySize = 64 << 20
	_, _, err = alone(c)
	if want := "it uses more than 67108864 bytes of memory"; err == nil || !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}
