//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/supervision"
)

// child is the program around the models while the command waits for it.
type child struct {
	cmd    *exec.Cmd
	orders *os.File    // forwards signals
	begun  atomic.Bool // it has reached its main function
	late   atomic.Bool // it had not when its time was up, and was ended
	deaf   atomic.Bool // it did not end by an interrupt, and was ended
	said   messages
}

// waitInit is the time that the program has to reach its main function after its time is up, and
// after a signal that should have ended it.
const waitInit = 2 * time.Second

// waitEnd is the time that the program has to end after the second interrupt.
const waitEnd = 1500 * time.Millisecond

// slowInit is the time after which the command says that the program has not reached its main function.
const slowInit = 8 * time.Second

// execute runs the program, removes it, and returns its exit status. If the program is ended by a signal, the
// command ends in the same way. Signals are forwarded. If code of a model ends the program, execute says so.
func (p *program) execute(o command.Options) (command.Status, error) {
	defer p.remove()
	job, err := command.Job{Options: o, Command: started() + p.verb, Watched: true}.Write(p.dir)
	if err != nil {
		return command.Unusable, noRoom(err)
	}
	inOrders, orders, err := os.Pipe()
	if err != nil {
		return command.Unusable, err
	}
	inNews, news, err := os.Pipe()
	if err != nil {
		return command.Unusable, err
	}
	w := &child{cmd: exec.Command(p.executable, job), orders: orders}
	// Only the report goes to standard output.
	w.cmd.Stdin, w.cmd.Stdout, w.cmd.Stderr, w.cmd.ExtraFiles = os.Stdin, os.Stderr, os.Stderr, []*os.File{inOrders, news, os.Stdout}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	defer func() {
		signal.Stop(signals)
		close(signals)
		for _, f := range []*os.File{orders, inNews, news} {
			f.Close()
		}
	}()
	if err := w.cmd.Start(); err != nil {
		return command.Unusable, err
	}
	inOrders.Close()
	ended := make(chan error, 1)
	go func() {
		err := w.cmd.Wait()
		fmt.Fprintf(news, "\n%s\n", programGone)
		ended <- err
	}()
	go w.forward(signals)
	if o.Timeout > 0 {
		defer time.AfterFunc(min(o.Timeout, math.MaxInt64-waitInit)+waitInit, func() { w.end(&w.late) }).Stop()
	}
	defer time.AfterFunc(slowInit, func() { w.noteSlow(os.Stderr) }).Stop()
	w.said = listen(inNews, func() { w.begun.Store(true) })
	err = <-ended
	p.remove()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return command.Unusable, err
	}
	return w.status(o.Timeout), nil
}

// status reports how the program ended if something is wrong, and returns the exit status.
func (w *child) status(timeout time.Duration) command.Status {
	state := w.cmd.ProcessState.Sys().(syscall.WaitStatus)
	killed := state.Signaled() && state.Signal() == syscall.SIGKILL
	late, deaf := w.late.Load() && killed, w.deaf.Load() && killed
	if !w.begun.Load() && (late || deaf || state.Signaled() && !killed) {
		complain(os.Stderr, unbegun(late, timeout))
	}
	status := command.Status(w.cmd.ProcessState.ExitCode())
	switch {
	case late:
		return command.Unusable
	case deaf:
		return command.Interrupted
	case killed, status == 128+command.Status(syscall.SIGKILL) && w.said.last != supervision.Ends: // or a shell between the two was told so
		return complain(os.Stderr, w.said.killed(w.cmd.ProcessState))
	case state.Signaled():
		return dieOf(state.Signal())
	case status == command.Refused && w.said.last == "":
		return command.Unusable
	case w.said.last != supervision.Ends:
		return complain(os.Stderr, w.said.cutShort(status))
	}
	return status
}

// noteSlow says why the command waits, if the program has not reached its main function.
func (w *child) noteSlow(out io.Writer) {
	if !w.begun.Load() {
		fmt.Fprintln(out, "checkmodel: still waiting until the packages with models, and what they import, are initialized; "+
			"if that does not end, it is a function init or the value of a variable of theirs that loops")
	}
}

// end ends the program for that reason, if it has not reached its main function.
func (w *child) end(reason *atomic.Bool) {
	if !w.begun.Load() {
		reason.Store(true)
		w.cmd.Process.Kill()
	}
}

// forward forwards signals that may have reached the command alone. Until the program reads them from the pipe, it
// also gets the signal itself, because nothing can be lost yet.
func (w *child) forward(signals <-chan os.Signal) {
	seen := 0
	for s := range signals {
		w.orders.Write([]byte{byte(s.(syscall.Signal))}) // the program may have ended
		if !w.begun.Load() {
			w.cmd.Process.Signal(s)
			time.AfterFunc(waitInit, func() { w.end(&w.deaf) })
		}
		if seen++; seen == 2 {
			time.AfterFunc(waitEnd, func() {
				w.deaf.Store(true)
				w.cmd.Process.Kill()
			})
		}
	}
}

// dieOf ends the command by a signal, so that a shell sees the same as if it had started the
// program itself. If that is not possible, for example because Go handles the signal specially, it
// returns the status that stands for the signal.
func dieOf(s syscall.Signal) command.Status {
	switch s {
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP:
		signal.Reset(s)
		if syscall.Kill(os.Getpid(), s) == nil {
			time.Sleep(time.Second)
		}
	}
	return command.Status(128 + int(s))
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

// messages holds the messages of the program to the command.
type messages struct {
	last  string // the last message: supervision.Begins, a quoted model, or supervision.Ends; "" if there was none
	saved string // the file in which the search of this model was saved; "" if it was not
}

// programGone is the message of the command to itself that the program has ended: a process that the program has started
// may still have the pipe open.
const programGone = "gone"

// listen reads the messages of the program until it is gone. It calls begun at the first message.
func listen(news io.Reader, begun func()) (h messages) {
	for lines := bufio.NewScanner(news); lines.Scan(); {
		switch said := lines.Text(); {
		case said == programGone:
			return h
		case strings.HasPrefix(said, supervision.Saved):
			h.saved, _ = strconv.Unquote(strings.TrimPrefix(said, supervision.Saved))
		case said != "":
			h = messages{last: said}
			begun()
		}
	}
	return h
}

// missing says which models have no report.
func (h *messages) missing() string {
	if model, err := strconv.Unquote(h.last); err == nil {
		return fmt.Sprintf("the model %s, nor of the models after it", model)
	}
	return "any model"
}

// resume says how a search that was saved on the way goes on, or else what to do instead.
func (h *messages) resume(instead string) string {
	if h.saved == "" {
		return instead
	}
	return fmt.Sprintf(". The search was saved on the way in %s; to go on from there, give the same command with -resume %s", h.saved, h.saved)
}

// killed returns the error that the system has ended the program, or may have, because there was no memory left.
func (h *messages) killed(state *os.ProcessState) error {
	had := ""
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		bytes := int64(usage.Maxrss)
		if runtime.GOOS != "darwin" && runtime.GOOS != "ios" { // on those systems it is in bytes
			bytes <<= 10
		}
		had = fmt.Sprintf("; it had up to %s", memory.Size(bytes))
	}
	return fmt.Errorf("the program was killed, as the system does with one for which it has no memory left%s. There is no report of %s%s",
		had, h.missing(), h.resume(". A lower -memory SIZE ends a search, and saves it, before that happens"))
}

// cutShort returns the error that code of a model has ended the program, with that status.
func (h *messages) cutShort(status command.Status) error {
	who, missing := "the code of a package with models", "there is no report"
	if model, err := strconv.Unquote(h.last); err == nil {
		who, missing = "the model "+model, "there is no report of it, nor of the models after it"
	}
	if status == command.Unusable {
		return fmt.Errorf("%s has ended the program, so %s: either Go says above what happened, or it has called os.Exit; a process ends by P.Exit%s", who, missing, h.resume(""))
	}
	return fmt.Errorf("%s has ended the program, with status %d, so %s: no model must call os.Exit, log.Fatal or the like; a process ends by P.Exit%s", who, status, missing, h.resume(""))
}
