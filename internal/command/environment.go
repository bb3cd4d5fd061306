package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/remote"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Environment is the environment of a run.
type Environment struct {
	Stdin  io.Reader // the commands of a user who explores a model; it may be nil otherwise
	Stdout io.Writer // the report
	Stderr io.Writer // messages about problems
	// Together says that Stdout and Stderr have the same reader, so that messages in the report are
	// not repeated on Stderr.
	Together bool
	// Progress is written a line about the progress of the search every 30 seconds; it may be nil. On
	// a terminal, usually the terminal of Stdout and Stderr, it is one line that is overwritten.
	Progress   io.Writer
	OnTerminal bool // Progress is a terminal
	// Serve serves a page on which the user drives an execution, at the address, until it is over or ctx is done; nil if
	// the program cannot do so.
	Serve func(ctx context.Context, address string, c *interactive.Console, out io.Writer) error
	// Interactive says that Stdin is a terminal, which shows the user's input.
	Interactive bool
	// ProgressWidth is the width of this terminal; 0 if it is not known.
	ProgressWidth int
	Width         int              // of the terminal of Stdout; 0 if it is not a terminal
	Color         bool             // whether escape sequences may be written to Stdout
	ASCII         bool             // whether the signs of reports for people and messages are to be ASCII
	Dir           string           // the working directory
	Command       string           // the words that start the command; "" means checkmodel
	Units         *remote.Pool     // executes units of searches; may be nil
	Works         bool             // only execute units, from Stdin
	Identity      string           // of the program, for checkpoints; different programs have different ones
	Now           func() time.Time // the clock
	Memory        int64            // the memory limit in bytes unless Options has one; 0 means no limit
	// Begins is called with the name of each model, as in the report, when its search begins; it
	// may be nil.
	Begins func(model string)
	// Saved is called with the name of each file, as in messages, in which the current search was
	// saved; it may be nil.
	Saved func(file string)
	// Patience limits the time that a process may take to reach its next operation, or a rule to
	// answer, as checker.Options.Patience does. Ending says that the search is to end, so that the
	// user waits for it. If Patience is nil there is no limit.
	Patience func(ending bool) (context.Context, context.CancelFunc)
}

// draw replaces the signs of messages, and of the report if that is for people, where the locale does not have them.
func (env *Environment) draw(forPeople bool) {
	if !env.ASCII {
		return
	}
	env.Stderr = printable.ASCIIWriter(env.Stderr)
	if forPeople {
		env.Stdout = printable.ASCIIWriter(env.Stdout)
	}
	if env.Progress != nil {
		env.Progress = printable.ASCIIWriter(env.Progress)
	}
}

// unusable reports all problems of an error, each on its own line, with the calls that led there.
func (env *Environment) unusable(err error) Status {
	for _, e := range problems.Each(err) {
		fmt.Fprintf(env.Stderr, "checkmodel: %s\n", prose.Seen(env.Dir, e))
		console.Failure(prose.Text{Dir: env.Dir}, env.Stderr, e) // an error here cannot be reported
	}
	return Unusable
}

// text returns the writer of reports for people, about so many models.
func (env *Environment) text(o *Options, models int) prose.Text {
	described := o.Show
	if o.Replay != nil || o.Run > 0 || o.Minimize != nil || o.Original {
		described = max(models, described)
	}
	return prose.Text{Dir: env.Dir, Full: o.Verbose, Original: o.Original, Width: cmp.Or(o.Width, env.Width), Columns: cmp.Or(o.Width, env.Width), Color: env.Color, Elsewhere: !env.Together,
		Show: described}
}

// recoverPanic turns a panic into an internal error, and sets the status. Otherwise the program would
// end, and the command would report a fault of the model. It must be deferred.
func (env *Environment) recoverPanic(status *Status) {
	if r := recover(); r != nil {
		*status = env.unusable(&checker.InternalError{Problem: fmt.Sprint(r), Stack: debug.Stack()})
	}
}

// ThisEnvironment returns the environment of the current process.
func ThisEnvironment() Environment {
	env := Environment{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Progress: os.Stderr, Now: time.Now, Patience: patience, Memory: memory.Available()}
	if env.OnTerminal = terminal(os.Stderr); env.OnTerminal {
		env.ProgressWidth, _ = files.Columns(os.Stderr)
	}
	env.Interactive = terminal(os.Stdin)
	if terminal(os.Stdout) {
		env.Width, _ = files.Columns(os.Stdout)
		env.Color = os.Getenv("NO_COLOR") == ""
	}
	env.ASCII = printable.ASCIILocale(os.Getenv)
	env.Together = same(os.Stdout, os.Stderr)
	if dir, err := os.Getwd(); err == nil { // otherwise paths are shown in full
		env.Dir = dir
	}
	return env
}

// patience gives a process at least 4 seconds to reach its next operation, and at most twice as many, and little more than
// one second if the search is to end.
func patience(ending bool) (context.Context, context.CancelFunc) {
	d := 4 * time.Second
	if ending {
		d = 1500 * time.Millisecond
	}
	return context.WithTimeout(context.Background(), d)
}

// same reports whether f and g are the same file or the same terminal.
func same(f, g *os.File) bool {
	a, err := f.Stat()
	b, err2 := g.Stat()
	return err == nil && err2 == nil && os.SameFile(a, b)
}

// terminal reports whether the file is a terminal on which a line can be overwritten.
func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
