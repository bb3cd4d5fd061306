//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	maxMemory = 4 << 20 // kilobytes of address space of each process
	maxOutput = 4 << 20 // bytes kept of each output
)

// execution is a run of the command.
type execution struct {
	args     []string
	env      []string          // in addition to that of the lab; later entries take precedence
	stdin    string            // the content of standard input
	redirect string            // redirections for the shell, as >&-
	before   string            // commands for the shell to execute first
	meddle   func(*os.Process) // called in its own goroutine when the process has begun
	traces   bool              // the code of the model ends the program, so Go prints its own traces
	statuses []int             // allowed exit statuses; nil means 0, 1 and 2
}

// outcome is how an execution ended.
type outcome struct {
	execution
	status         int // -1 if a signal ended it
	signal         syscall.Signal
	hung           bool
	stdout, stderr string
	memory         int64 // maximal resident kilobytes
}

// output is all that was printed.
func (o *outcome) output() string { return o.stdout + o.stderr }

// run runs the command in the directory of the case, and records faults that no run may have.
func (t *trial) run(e execution) *outcome {
	script := fmt.Sprintf(`ulimit -v %d 2>/dev/null; %s exec "$0" "$@" %s`, maxMemory, e.before, e.redirect)
	cmd := exec.CommandContext(t.ctx, "/bin/sh", append([]string{"-c", script, t.command}, e.args...)...)
	cmd.Dir = t.dir
	cmd.Env = withVariables(append(slices.Clone(t.env), "TMPDIR="+t.temporary()), e.env)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var stdout, stderr limited
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(e.stdin), &stdout, &stderr
	line := shellLine(e)
	t.note(line)
	o := &outcome{execution: e}
	if err := cmd.Start(); err != nil {
		t.fail("%s: %v", line, err)
		return o
	}
	watchdog := time.AfterFunc(t.hang, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGQUIT) })
	late := time.AfterFunc(t.hang+5*time.Second, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	if e.meddle != nil {
		go e.meddle(cmd.Process)
	}
	cmd.Wait() // the state says more than the error
	o.hung = !watchdog.Stop()
	late.Stop()
	o.stdout, o.stderr = stdout.kept.String(), stderr.kept.String()
	o.status = cmd.ProcessState.ExitCode()
	if s := cmd.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() {
		o.signal = s.Signal()
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.memory = usage.Maxrss
	}
	if t.talking {
		fmt.Printf("--- %s\n%s--- standard error\n%s--- status %d, signal %d, %d MB\n", line, o.stdout, o.stderr, o.status, o.signal, o.memory>>10)
	}
	if err := o.fault(); err != nil {
		t.fail("%v", err)
	}
	return o
}

// withVariables returns an environment with further variables. A name alone removes one.
func withVariables(env, others []string) []string {
	for _, v := range others {
		name, _, set := strings.Cut(v, "=")
		env = slices.DeleteFunc(env, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		if set {
			env = append(env, v)
		}
	}
	return env
}

// fault returns what is wrong with an outcome, independent of the command line.
func (o *outcome) fault() error {
	statuses := o.statuses
	if statuses == nil {
		statuses = []int{0, 1, 2}
	}
	all := o.output()
	switch {
	case o.hung:
		return fmt.Errorf("it hung:\n%s", excerpt(all))
	case strings.Contains(all, "internal error"):
		return fmt.Errorf("it reports an internal error:\n%s", excerpt(all))
	case !o.traces && aTrace.MatchString(all):
		return fmt.Errorf("there is a trace of Go:\n%s", excerpt(all))
	case o.signal == 0 && !slices.Contains(statuses, o.status):
		return fmt.Errorf("it exits with status %d; want one of %v:\n%s", o.status, statuses, excerpt(all))
	case o.status == 2 && o.redirect == "" && all == "":
		return fmt.Errorf("it exits with status 2, and says nothing")
	}
	return nil
}

// aTrace matches the first line of a goroutine in a traceback.
var aTrace = regexp.MustCompile(`(?m)^goroutine \d+ .*\[.*\]:$`)

// excerpt returns the beginning and the end of a long text.
func excerpt(text string) string {
	const most = 700
	if len(text) > 2*most {
		text = fmt.Sprintf("%s\n[%d bytes]\n%s", text[:most], len(text)-2*most, text[len(text)-most:])
	}
	return strings.TrimSpace(text)
}

// shellLine returns a shell command for the same execution.
func shellLine(e execution) string {
	words := strings.Fields(e.before)
	for _, v := range e.env {
		if name, value, set := strings.Cut(v, "="); set {
			words = append(words, name+"="+quoted(value))
		} else {
			words = append(words, "env -u "+name)
		}
	}
	words = append(words, "checkmodel")
	for _, a := range e.args {
		words = append(words, quoted(a))
	}
	return strings.TrimSpace(strings.Join(words, " ") + " " + e.redirect)
}

var harmless = regexp.MustCompile(`^[\w./:=+@%,^-]+$`)

// quoted quotes a word for a shell. A long one is cut.
func quoted(word string) string {
	if len(word) > 300 {
		word = fmt.Sprintf("%.100s[%d bytes]", word, len(word)-100)
	}
	if harmless.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// limited keeps the first part of what is written to it, and discards the rest.
type limited struct{ kept bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := maxOutput - l.kept.Len(); room > 0 {
		l.kept.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
