package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/trace"
)

// Debugging is a step of a replay before which a debugger stops.
type Debugging struct {
	Step int `json:"step"` // from 1
	// Listen is the loopback address at which the debugger waits for an editor; "" if the user enters its commands.
	Listen string `json:"listen,omitempty"`
	// Begun says that the program is executed by the debugger.
	Begun bool `json:"begun,omitempty"`
}

// SetDebug sets the step from the value of the flag: a number, or a number and the address for an editor, as
// 12@localhost:4040.
func (o *Options) SetDebug(value string) error {
	step, listen, listens := strings.Cut(value, "@")
	n, err := strconv.Atoi(step)
	switch {
	case err != nil:
		return err
	case n < 1 || listens && !loopback(listen):
		return errors.New("no step, or an address of another machine")
	}
	o.Debug = &Debugging{Step: n, Listen: listen}
	return nil
}

// Debugger is the command that debugs Go programs.
const Debugger = "dlv"

// atStep is called before the step at which the debugger stops. It is a place for a breakpoint.
//
//go:noinline
func atStep(step int) { runtime.KeepAlive(step) }

// debugging is a run that is to be debugged.
type debugging struct{ *run }

// debug executes this program again in the debugger, which stops before the step of the replay, and then where its process
// goes on with the result.
func (r debugging) debug(ctx context.Context) Status {
	it, d := &r.items[0], r.options.Debug
	o := it.Result.Options
	if p := r.env.Patience; p != nil {
		o.Patience = func() (context.Context, context.CancelFunc) { return p(ctx.Err() != nil) }
	}
	result, err := checker.Check(ctx, it.Result.Model, o)
	if err != nil || len(result.Examples) == 0 {
		return driving(r).ended(ctx, err)
	}
	all := result.Examples[0].Trace
	entries := all.Entries
	if d.Step > len(entries) {
		return r.env.unusable(fmt.Errorf("-debug is %d; the interleaving has %d events", d.Step, len(entries)))
	}
	e := &entries[d.Step-1]
	next := e.Handled
	if next == "" {
		next = follows(entries[d.Step:], e.Process, all.Next)
	}
	fmt.Fprintf(r.env.Stdout, "Step %d is %s: %s", d.Step, printable.Lines(e.Process), printable.Lines(e.Event()))
	if next != "" {
		fmt.Fprintf(r.env.Stdout, "; the process goes on at %s", report.Seen(r.env.Dir, errors.New(next)))
	}
	fmt.Fprintln(r.env.Stdout, ".")
	return r.problem(r.runDebugger(next))
}

// follows returns where a process goes on to: the call of its next operation.
func follows(later []trace.Entry, process string, pauses []trace.Pause) string {
	for i := range later {
		if later[i].Process == process {
			return later[i].Source
		}
	}
	for _, p := range pauses {
		if p.Process == process {
			return p.Source
		}
	}
	return ""
}

// runDebugger executes the program in the debugger. next is the file and line at which it stops after the step; "" if
// no process goes on.
func (r debugging) runDebugger(next string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	dir, remove, err := files.TempDir("")
	if err != nil {
		return err
	}
	defer remove()
	o := r.options
	o.Debug = &Debugging{Step: o.Debug.Step, Begun: true}
	argument, err := Job{Options: o, Command: r.env.Command}.Write(dir)
	if err != nil {
		return err
	}
	args := []string{"exec", "--check-go-version=false"}
	if listen := r.options.Debug.Listen; listen != "" {
		args = append(args, "--headless", "--accept-multiclient", "--api-version=2", "--listen="+listen)
		fmt.Fprintf(r.env.Stdout, "Let the editor connect to %s, and set breakpoints at the function %s and at that line.\n", listen, nameOfAtStep)
	} else {
		commands := "break " + nameOfAtStep + "\ncontinue\n"
		if next != "" {
			commands += "clearall\nbreak " + next + "\ncontinue\n"
		}
		start := filepath.Join(dir, "start")
		if err := os.WriteFile(start, []byte(commands), 0o600); err != nil {
			return err
		}
		args = append(args, "--allow-non-terminal-interactive=true", "--init", start)
	}
	cmd := exec.Command(Debugger, append(args, program, "--", argument)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, r.env.Stdout, os.Stderr
	signal.Ignore(os.Interrupt) // which is for the debugger
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil // the debugger has said why
	}
	return err
}

// nameOfAtStep is the name of atStep for the debugger.
const nameOfAtStep = "github.com/checkmodel/checkmodel/cli.atStep"

// debugged returns the options for the replay in the debugger, in which code may stand still as long as the user likes.
func (d *Debugging) debugged(o checker.Options) checker.Options {
	o.Patience, o.TrustModel = nil, true // so that each step is executed once
	o.Before = func(step int) {
		if step == d.Step {
			atStep(step)
		}
	}
	return o
}
