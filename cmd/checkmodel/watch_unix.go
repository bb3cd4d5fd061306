//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/checkmodel/checkmodel/cli"
)

// watch runs the program and returns its exit status; if it ends by a signal, watch does
// the same, unless that shows that there was no memory left. It says so if the program has not come to its own end: models can end it.
func watch(cmd *exec.Cmd) (cli.Status, error) {
	orders, ordering, err := os.Pipe()
	if err != nil {
		return cli.Unusable, err
	}
	telling, news, err := os.Pipe()
	if err != nil {
		return cli.Unusable, err
	}
	cmd.ExtraFiles = []*os.File{orders, news}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if err := cmd.Start(); err != nil {
		return cli.Unusable, err
	}
	orders.Close()
	news.Close()
	go handOn(signals, ordering)
	h := listen(telling)
	err = cmd.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return cli.Unusable, err
	}
	if lost := h.killed(cmd.ProcessState); lost != nil {
		complain(os.Stderr, lost)
		return cli.Unusable, nil
	}
	if state := cmd.ProcessState.Sys().(syscall.WaitStatus); state.Signaled() {
		return dieOf(state.Signal()), nil
	}
	status := cli.Status(cmd.ProcessState.ExitCode())
	if cut := cutShort(h.last, status); cut != nil {
		complain(os.Stderr, cut)
		status = cli.Unusable
	}
	return status, nil
}

// handOn tells the program of signals that may have reached the command alone.
func handOn(signals <-chan os.Signal, ordering *os.File) {
	for s := range signals {
		ordering.Write([]byte{byte(s.(syscall.Signal))}) // who is no more needs no orders
	}
}

// dieOf ends the command by a signal, so that a shell sees the same as if it had started
// the program. It returns the status that stands for the signal if that cannot be done, or
// if Go has something of its own in mind with it.
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

// cutShort says that the program has ended in between, if what it said last is not that it
// ends. Of one that said nothing at all, the status tells whether it has refused the job.
func cutShort(last string, status cli.Status) error {
	if last == cli.ProgramEnds || last == "" && status == cli.Unusable {
		return nil
	}
	who, missing := "the code of a package with models", "there is no report"
	if model, err := strconv.Unquote(last); err == nil {
		who, missing = "the model "+model, "there is no report of it, nor of those behind it"
	}
	if status == cli.Unusable {
		return fmt.Errorf("%s has ended the program, so %s: either Go says above what happened, or it has called os.Exit; a process ends by P.Exit", who, missing)
	}
	return fmt.Errorf("%s has ended the program, with status %d, so %s: no model must call os.Exit, log.Fatal or the like; a process ends by P.Exit", who, status, missing)
}
