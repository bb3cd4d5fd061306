package cli

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/internal/byhand"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// Job is the input of the program that the command has built around the models.
type Job struct {
	Options Options `json:"options"`
	// Command holds the words that start the command, for commands that the report shows; "" stands
	// for checkmodel.
	Command string `json:"command,omitempty"`
	// Ephemeral says that the program must remove its own executable, and its directory if that is
	// then empty.
	Ephemeral bool `json:"ephemeral,omitempty"`
	// Watched says that the command waits for the program. File descriptor 3 is then a pipe on
	// which the command forwards signals, as one byte each. File descriptor 4 is a pipe on which
	// the program reports its progress in lines ("begin", quoted names of models,
	// [ProgramSaved], [ProgramEnds]), and Go reports crashes. Standard output of the program is its
	// standard error.
	Watched bool `json:"watched,omitempty"`
	// Output is the file descriptor of the command's standard output, for the report, if the
	// command waits for the program. Code of models cannot guess it.
	Output int `json:"output,omitempty"`
	// Key begins each line that the program writes to the command, so that the command does not
	// accept what code of models writes to the pipe.
	Key string `json:"key,omitempty"`
}

// Main is the main function of the program that the command builds around the models. The program's
// only argument is a [Job] in JSON, or the name of a file with one (see [JobIn]). Main never
// returns: it exits with the status of [Run].
//
// The first interrupt ends the run after the current interleaving, the second one ends it at once.
// If the first takes a while, Main says so.
//
// What models print on os.Stdout goes to standard error, so that standard output has the report
// alone.
func Main(packages ...Package) { MainServing(nil, packages...) }

// MainServing is Main for a program that can serve pages; see [Environment].
func MainServing(serve func(context.Context, string, *byhand.Console, io.Writer) error, packages ...Package) {
	job, err := parseJob(os.Args)
	command := watchedBy(job)
	if command != nil {
		os.Stdout = command.output
		files.SetOutput(command.output)
	}
	env := ThisEnvironment()
	env.Serve = serve
	if err != nil {
		env.unusable(err)
		os.Exit(int(Refused))
	}
	if command != nil {
		env.Stdout = command
	}
	os.Stdout = os.Stderr
	command.tell(programBegins)
	env.Begins = func(model string) { command.tell(strconv.Quote(printable.Head(model, 200))) }
	env.Saved = func(file string) { command.tell(ProgramSaved + strconv.Quote(file)) }
	command.tellCrash()
	ctx := untilInterrupted(command)
	env.Identity, env.Command = identity(), job.Command
	if job.Ephemeral {
		removeExecutable()
	}
	os.WriteFile("/proc/self/comm", []byte("checkmodel"), 0) // the name that Linux shows; the executable may have none
	if os.Getenv("GOGC") == "" && !job.Options.Bound.Several() {
		debug.SetGCPercent(400) // a search needs little memory, so it can collect seldom
	}
	defer env.exited(command)
	status := Run(ctx, env, job.Options, packages)
	if command.tell(ProgramEnds) != nil {
		status = Disconnected
	}
	os.Exit(int(status))
}

// exited must be deferred. It is called if Run does not return because code of a model has called
// runtime.Goexit on the program's own goroutine, which would otherwise wait for ever.
func (env *Environment) exited(command *watcher) {
	if problem := recover(); problem != nil {
		panic(problem) // a panic, not a Goexit
	}
	status := env.unusable(errors.New("code of a model has called runtime.Goexit outside of its processes, as t.Fatal does; " +
		"in Models or in a method String, say. So there is no report of that model, nor of those after it"))
	command.tell(ProgramEnds)
	os.Exit(int(status))
}

// ThisEnvironment returns the environment of the current process.
func ThisEnvironment() Environment {
	env := Environment{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Progress: os.Stderr, Now: time.Now, Patience: patience, Memory: memory.Left()}
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

// JobIn begins the argument of the program if a file holds the [Job], because that is too long for
// an argument. The program removes the file.
const JobIn = "@"

// parseJob parses the name and the argument of the program. Unknown options are an error: they come from a
// command that is newer than this package.
func parseJob(args []string) (Job, error) {
	var job Job
	if len(args) != 2 {
		return job, fmt.Errorf("this program is started by the command checkmodel with one argument, and os.Args has %d words instead of two; "+
			"a function init of a package with models, or of what it imports, must not change os.Args", len(args))
	}
	text := args[1]
	if file, ok := strings.CutPrefix(text, JobIn); ok {
		content, err := os.ReadFile(file)
		if err != nil {
			return job, fmt.Errorf("what the command asks for is in a file that cannot be read: %w", err)
		}
		os.Remove(file) // the command may end before it could remove it
		text = string(content)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&job); err != nil {
		return job, fmt.Errorf("the command and the module that the models require are not of the same version: %w; update one of them", err)
	}
	return job, nil
}

// removeExecutable removes the executable of the program and its directory. It ignores errors,
// because the file is a temporary one.
func removeExecutable() {
	path, err := os.Executable()
	if err != nil {
		return
	}
	if os.Remove(path) == nil {
		os.Remove(filepath.Dir(path)) // only if it is empty
	}
}

// identity returns a hash of the program, so that a checkpoint is only accepted by a program with
// the same models, checker and Go version.
func identity() string {
	f, err := os.Open("/proc/self/exe") // it may have been removed
	if err != nil {
		path, err := os.Executable()
		if err != nil {
			return ""
		}
		if f, err = os.Open(path); err != nil {
			return ""
		}
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
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
