//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// watched is the program around the models while the command waits for it.
type watched struct {
	cmd      *exec.Cmd
	ordering *os.File    // forwards signals
	begun    atomic.Bool // it has reached its main function, and reads signals from the pipe
	late     atomic.Bool // it had not when its time was up, and was ended
	deaf     atomic.Bool // it did not end by an interrupt, and was ended
	said     messages
}

// waitInit is the time that the program has to reach its main function after its time is up, and
// after a signal that should have ended it.
const waitInit = 2 * time.Second

// waitEnd is the time that the program has to end after the second interrupt.
const waitEnd = 1500 * time.Millisecond

// slowInit is the time after which the command says that the program has not reached its main function.
const slowInit = 8 * time.Second

// watch runs the program, which writes the key before each line, and returns its exit status. If
// the program ends by a signal, so does watch. It says so if the program did not reach its regular
// end, because models can end it. A timeout of 0 means no limit.
func watch(cmd *exec.Cmd, key string, timeout time.Duration) (cli.Status, error) {
	orders, ordering, err := os.Pipe()
	if err != nil {
		return cli.Unusable, err
	}
	telling, news, err := os.Pipe()
	if err != nil {
		return cli.Unusable, err
	}
	cmd.ExtraFiles = []*os.File{orders, news}
	cmd.Stdout = cmd.Stderr // only the report goes to standard output
	w := &watched{cmd: cmd, ordering: ordering}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if err := cmd.Start(); err != nil {
		return cli.Unusable, err
	}
	orders.Close()
	ended := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		fmt.Fprintf(news, "\n%s %s\n", key, programGone)
		ended <- err
	}()
	go w.handOn(signals)
	if timeout > 0 {
		defer time.AfterFunc(min(timeout, math.MaxInt64-waitInit)+waitInit, w.endLate).Stop()
	}
	defer time.AfterFunc(slowInit, func() { w.noteSlow(os.Stderr) }).Stop()
	w.said = listen(telling, key, func() { w.begun.Store(true) })
	err = <-ended
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return cli.Unusable, err
	}
	return w.status(timeout), nil
}

// status reports how the program ended if something is wrong, and returns the exit status.
func (w *watched) status(timeout time.Duration) cli.Status {
	state := w.cmd.ProcessState.Sys().(syscall.WaitStatus)
	deaf := w.deaf.Load() && state.Signaled() && state.Signal() == syscall.SIGKILL
	if !w.begun.Load() && (w.late.Load() || deaf || state.Signaled() && state.Signal() != syscall.SIGKILL) {
		complain(os.Stderr, unbegun(w.late.Load(), timeout))
	}
	switch {
	case w.late.Load():
		return cli.Unusable
	case deaf:
		return cli.Interrupted
	}
	if lost := w.said.killed(w.cmd.ProcessState); lost != nil {
		return complain(os.Stderr, lost)
	}
	if state.Signaled() {
		return dieOf(state.Signal())
	}
	status := cli.Status(w.cmd.ProcessState.ExitCode())
	if status == cli.Disconnected {
		complain(os.Stderr, fmt.Errorf("the program with the models has ended with status %d: it could not tell the command that the report is complete, "+
			"because code of a model has closed file descriptor 4, which it has not opened", status))
		return cli.Unusable
	}
	if status == cli.Refused && w.said.last == "" {
		return cli.Unusable
	}
	if cut := cutShort(w.said.last, status); cut != nil {
		status = complain(os.Stderr, cut)
	}
	if line := w.said.stray(); line != "" {
		status = complain(os.Stderr, strayed(line))
	}
	return status
}

// noteSlow says what the command waits for, if the program has not reached its main function.
func (w *watched) noteSlow(out io.Writer) {
	if !w.begun.Load() {
		fmt.Fprintln(out, "checkmodel: still waiting until the packages with models, and what they import, are initialized; "+
			"if that does not end, it is a function init or the value of a variable of theirs that loops")
	}
}

// endLate ends the program if it has not reached its main function.
func (w *watched) endLate() {
	if !w.begun.Load() {
		w.late.Store(true)
		w.cmd.Process.Kill()
	}
}

// endDeaf ends the program, which did not end by a signal.
func (w *watched) endDeaf() {
	w.deaf.Store(true)
	w.cmd.Process.Kill()
}

// handOn forwards signals that may have reached the command alone to the program. Until the program
// reads them from the pipe, the signal itself is sent to it, because nothing can be lost yet.
func (w *watched) handOn(signals <-chan os.Signal) {
	seen := 0
	for s := range signals {
		if seen++; seen == 2 {
			time.AfterFunc(waitEnd, w.endDeaf)
		}
		if w.begun.Load() {
			w.ordering.Write([]byte{byte(s.(syscall.Signal))}) // the program may have ended
			continue
		}
		w.cmd.Process.Signal(s)
		time.AfterFunc(waitInit, func() { // code of a model may have caught the signal
			if w.begun.Load() {
				w.ordering.Write([]byte{byte(s.(syscall.Signal))})
			} else {
				w.endDeaf()
			}
		})
	}
}

// dieOf ends the command by a signal, so that a shell sees the same as if it had started the
// program itself. If that is not possible, for example because Go handles the signal specially, it
// returns the status that stands for the signal.
func dieOf(s syscall.Signal) cli.Status {
	switch s {
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP:
		signal.Reset(s)
		if syscall.Kill(os.Getpid(), s) == nil {
			time.Sleep(time.Second)
		}
	}
	return cli.Status(128 + int(s))
}

// cutShort returns an error that the program has ended early, unless its last message says that it
// ends.
func cutShort(last string, status cli.Status) error {
	if last == cli.ProgramEnds || last == cli.ProgramUnread {
		return nil
	}
	who, missing := "the code of a package with models", "there is no report"
	if model, err := strconv.Unquote(last); err == nil {
		who, missing = "the model "+model, "there is no report of it, nor of those after it"
	}
	if status == cli.Unusable {
		return fmt.Errorf("%s has ended the program, so %s: either Go says above what happened, or it has called os.Exit; a process ends by P.Exit", who, missing)
	}
	return fmt.Errorf("%s has ended the program, with status %d, so %s: no model must call os.Exit, log.Fatal or the like; a process ends by P.Exit", who, status, missing)
}

// unbegun returns why the program has not reached its main function: because its time was up, or
// because a signal has ended it.
func unbegun(late bool, timeout time.Duration) error {
	when := "interrupted before"
	if late {
		when = fmt.Sprintf("the time (-timeout %v) was up before", timeout)
	}
	return fmt.Errorf("%s the packages with models, and what they import, were initialized; "+
		"if that takes long, a function init or the value of a variable of theirs does not end", when)
}

// strayed returns an error that code without the key, such as that of a model, has written a line
// to the command.
func strayed(line string) error {
	return fmt.Errorf("code of a model has written %q to file descriptor 4, which belongs to the command; "+
		"a model must not write to a file that it has not opened, so this report cannot be relied on", printable.Head(line, 80))
}
