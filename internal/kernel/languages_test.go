//go:build linux && (amd64 || arm64)

package kernel_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/ptrace"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// tool returns the path of a program, or skips the test.
func tool(t *testing.T, name string) string {
	t.Helper()
	if err := ptrace.CheckSupport(); err != nil {
		t.Skip(err)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(err)
	}
	return path
}

// output executes a command, and returns what it has printed.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("%v: %v", cmd, err)
	}
	return strings.TrimSpace(string(out))
}

// TestPython: asyncio and its threads.
func TestPython(t *testing.T) {
	t.Parallel()
	// The command may be a script that looks for the interpreter.
	python := output(t, exec.Command(tool(t, "python3"), "-c", "import sys; print(sys.executable)"))
	script, err := filepath.Abs("testdata/python/echo.py")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "line answers 50", []string{python, script}, []string{python, script, "10.0.0.1"})
}

// TestNode: the event loop of Node.js, its compiler and its pool of threads.
func TestNode(t *testing.T) {
	t.Parallel()
	node := tool(t, "node")
	script, err := filepath.Abs("testdata/node/echo.js")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "line answers 50", []string{node, script}, []string{node, script, "10.0.0.1"})
}

// TestJava: the virtual machine, with its compiler and its collector as they are by default.
func TestJava(t *testing.T) {
	t.Parallel()
	java, err := filepath.EvalSymlinks(tool(t, "java"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	output(t, exec.Command(tool(t, "javac"), "-d", dir, "testdata/java/Echo.java"))
	same(t, "line answers 15", []string{java, "-cp", dir, "Echo"}, []string{java, "-cp", dir, "Echo", "10.0.0.1"})
}

// TestRust: threads and sockets of the standard library.
func TestRust(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "threads")
	output(t, exec.Command(tool(t, "rustc"), "-O", "-o", path, "testdata/rust/threads.rs"))
	same(t, "line answers 15", []string{path}, []string{path, "10.0.0.1"})
}

// TestTokio: tasks on several threads. Its library is fetched from the network.
func TestTokio(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	target, err := os.UserCacheDir() // it takes half a minute to build
	if err != nil {
		t.Skip(err)
	}
	target = filepath.Join(target, "checkmodel", "tokio")
	cmd := exec.Command(tool(t, "cargo"), "build", "--release", "--quiet", "--locked", "--target-dir", target)
	cmd.Dir = "testdata/tokio"
	output(t, cmd)
	path := filepath.Join(target, "release", "echo")
	same(t, "line answers 40", []string{path}, []string{path, "10.0.0.1"})
}
