//go:build !unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"

	"github.com/checkmodel/checkmodel/internal/command"
)

// execute runs the program without watching it, removes it, and returns its exit status. An interrupt from the terminal
// also reaches the program, which handles it.
func (p *program) execute(o command.Options) (command.Status, error) {
	defer p.remove()
	job, err := command.Job{Options: o, Command: started() + p.verb}.Write(p.dir)
	if err != nil {
		return command.Unusable, noRoom(err)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	cmd := exec.Command(p.executable, job)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		if status := command.Status(exit.ExitCode()); status != command.Refused {
			return status, nil
		}
		return command.Unusable, nil
	}
	return command.AsDeclared, err
}
