//go:build unix

package attack

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/internal/gocache"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

const (
	modulePath = "github.com/checkmodel/checkmodel"
	labPath    = "example.com/lab" // the user's module, with the models that are attacked
	searched   = labPath + "/searched"

	maxMemory = 4 << 20         // kilobytes of address space of each process
	maxOutput = 4 << 20         // bytes kept of each output
	hang      = 5 * time.Minute // a run that takes longer hangs
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "go" {
		os.Exit(gocache.Main(os.Args[1:]))
	}
	flag.Parse()
	dir, err := os.MkdirTemp("", "attack-")
	if err == nil {
		theLab, err = newLab(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	if status == 0 { // otherwise what commands wrote tells more
		os.RemoveAll(dir)
	}
	os.Exit(status)
}

// lab is the command, built from this tree, and a user's module whose packages it checks.
type lab struct {
	command, module string // the executable, and the directory of the module
	env             []string
}

var theLab *lab

// newLab builds the command and makes the module. The go command that runs find caches its answers.
func newLab(dir string) (*lab, error) {
	root, err := filepath.Abs("../..")
	l := &lab{command: filepath.Join(dir, "checkmodel"), module: filepath.Join(dir, "module")}
	bin, cache := filepath.Join(dir, "bin"), filepath.Join(dir, "cache")
	self, err2 := os.Executable()
	real, err3 := exec.LookPath("go")
	err = errors.Join(err, err2, err3, os.Mkdir(bin, 0o777), os.Mkdir(cache, 0o777), os.Symlink(self, filepath.Join(bin, "go")))
	if err != nil {
		return nil, err
	}
	if out, err := exec.Command(real, "build", "-buildvcs=false", "-o", l.command, modulePath+"/cmd/checkmodel").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the command does not build: %w\n%s", err, out)
	}
	names := []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT"}
	values, err := exec.Command(real, append([]string{"env"}, names...)...).Output()
	mod, err2 := os.ReadFile(filepath.Join(root, "go.mod"))
	sum, err3 := os.ReadFile(filepath.Join(root, "go.sum"))
	for i, value := range strings.Split(strings.TrimSpace(string(values)), "\n") {
		l.env = append(l.env, names[i]+"="+value)
	}
	l.env = append(l.env, "PATH="+bin+":"+os.Getenv("PATH"), gocache.Go+"="+real, gocache.Dir+"="+cache,
		"HOME="+dir, "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off", "GOWORK=", "GOFLAGS=", "TERM=dumb")
	linked := bytes.Join(regexp.MustCompile(`(?m)^\tgithub.com/hashicorp/.*\n`).FindAll(mod, -1), nil)
	required := fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s v0.0.0\n\nrequire (\n%s)\n\nreplace %[2]s => %[4]s\n", labPath, modulePath, linked, root)
	return l, errors.Join(err, err2, err3, l.file("go.mod", required), l.file("go.sum", string(sum)), l.file("searched/searched.go", searchedSource))
}

// file writes a file of the module.
func (l *lab) file(name, content string) error {
	path := filepath.Join(l.module, filepath.FromSlash(name))
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(content), 0o666))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// dir makes a directory of the module, for one case.
func (l *lab) dir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(l.module, "case-")
	must(t, err)
	must(t, os.Mkdir(filepath.Join(dir, "tmp"), 0o777))
	return dir
}

// sample returns n of the numbers from 0 to size-1, or all of them with -long.
func sample(size, n int) []int {
	return rand.New(rand.NewPCG(1, 1)).Perm(size)[:min(testsize.Sample(n, size), size)]
}

// call is an execution of the command in a directory.
type call struct {
	dir      string
	args     []string
	env      []string          // more variables; a name alone removes one
	shell    string            // executes "$@", which is the command line
	meddle   func(*os.Process) // called when the process has begun
	traces   bool              // code of the model ends the program, so Go prints its own traces
	statuses []int             // allowed exit statuses
}

// outcome is how a call ended.
type outcome struct {
	status, signal int // the status is -1 if a signal ended it
	stdout, stderr string
}

func (o *outcome) output() string { return o.stdout + o.stderr }

// run runs the command, and fails the test if something happens that must never happen.
func (l *lab) run(t *testing.T, c call) *outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	shell := c.shell
	if shell == "" {
		shell = `exec "$@"`
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", fmt.Sprintf("ulimit -v %d 2>/dev/null\n%s", maxMemory, shell), "sh", l.command}, c.args...)...)
	cmd.Dir = c.dir
	cmd.Env = append(slices.Clone(l.env), "TMPDIR="+filepath.Join(c.dir, "tmp"), "PWD="+c.dir)
	for _, v := range c.env {
		name, _, set := strings.Cut(v, "=")
		cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		if set {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var stdout, stderr limited
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(""), &stdout, &stderr
	must(t, cmd.Start())
	if c.meddle != nil {
		go c.meddle(cmd.Process)
	}
	cmd.Wait() // the state says more than the error
	o := &outcome{status: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
	if s := cmd.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() {
		o.signal = int(s.Signal())
	}
	all, wrong := o.output(), ""
	switch {
	case ctx.Err() != nil:
		wrong = "it hangs"
	case strings.Contains(all, "internal error"):
		wrong = "it reports an internal error"
	case !c.traces && regexp.MustCompile(`(?m)^goroutine \d+ .*\[.*\]:$`).MatchString(all):
		wrong = "there is a trace of Go"
	case o.signal != 0 && c.meddle == nil:
		wrong = fmt.Sprintf("signal %d has ended it", o.signal)
	case o.signal == 0 && !slices.Contains(c.statuses, o.status):
		wrong = fmt.Sprintf("it exits with status %d, want one of %v", o.status, c.statuses)
	case o.status == 2 && all == "" && !strings.Contains(shell, ">"):
		wrong = "it exits with status 2, and says nothing"
	}
	if wrong != "" {
		t.Errorf("%s: %.300q in %s\n%s", wrong, c.args, c.dir, excerpt(all))
	}
	return o
}

// clean fails the test if commands have left temporary files.
func clean(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(filepath.Join(dir, "tmp")); err == nil && len(left) > 0 {
		t.Errorf("%d files were left behind in the directory for temporary files, such as %s", len(left), left[0].Name())
	}
}

// excerpt returns the beginning and the end of a long text.
func excerpt(text string) string {
	const most = 700
	if len(text) > 2*most {
		text = fmt.Sprintf("%s\n[%d bytes]\n%s", text[:most], len(text)-2*most, text[len(text)-most:])
	}
	return text
}

// limited keeps the first part of the text that is written to it, and discards the rest.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	l.Buffer.Write(p[:min(max(maxOutput-l.Len(), 0), len(p))])
	return len(p), nil
}
