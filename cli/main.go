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

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// Job is what the command hands over to the program that it has built around the
// models.
type Job struct {
	Options Options `json:"options"`
	// Ephemeral says that the program shall remove its own executable, and the
	// directory that holds nothing else.
	Ephemeral bool `json:"ephemeral,omitempty"`
	// Watched says that the command waits for the program. File descriptor 3 is then a pipe
	// on which the command hands on signals, a byte for each, its number; 4 is one on which the
	// program says in lines how far it is ([ProgramBegins], quoted names of models,
	// [ProgramSaved], [ProgramEnds]), and Go where it crashes. Standard output of the program is
	// its standard error.
	Watched bool `json:"watched,omitempty"`
	// Output is the file descriptor of the command's standard output, for the report, if
	// the command waits for the program. Code of models cannot guess it.
	Output int `json:"output,omitempty"`
	// Key begins each line that the program says to the command, so that what code of models
	// writes to the pipe is not taken for one.
	Key string `json:"key,omitempty"`
}

// Main is the main function of the program that the command builds around the
// models. Its only argument is a [Job] in JSON, or names a file with one (see [JobIn]).
// Main never returns: it exits with the status of [Run].
//
// The first interrupt ends the run behind the present interleaving, the second
// one at once; if the first takes a while, that is said.
//
// What models print on os.Stdout goes to standard error: the report has standard output
// for itself.
func Main(packages ...Package) {
	job, err := parseJob(os.Args[1:])
	command := watchedBy(job)
	if command != nil {
		os.Stdout = command.output
		files.SetOutput(command.output)
	}
	env := ThisEnvironment()
	if err != nil {
		env.unusable(err)
		os.Exit(int(Refused))
	}
	if command != nil {
		env.Stdout = command
	}
	os.Stdout = os.Stderr
	command.tell(ProgramBegins)
	env.Begins = func(model string) { command.tell(strconv.Quote(printable.Head(model, 200))) }
	env.Saved = func(file string) { command.tell(ProgramSaved + strconv.Quote(file)) }
	command.tellCrash()
	ctx := untilInterrupted(command)
	env.Identity = identity()
	if job.Ephemeral {
		removeExecutable()
	}
	os.WriteFile("/proc/self/comm", []byte("checkmodel"), 0) // what Linux shows it as; it may have been started from a file without a name
	if os.Getenv("GOGC") == "" && job.Options.BoundFrom == nil {
		debug.SetGCPercent(400) // a search holds little, so collecting seldom costs little memory
	}
	defer env.exited(command)
	status := Run(ctx, env, job.Options, packages)
	if command.tell(ProgramEnds) != nil {
		status = Unheard
	}
	os.Exit(int(status))
}

// exited is deferred: it is called if Run does not return. Code of a model has then called
// runtime.Goexit where it has the goroutine of the program, which would wait forever.
func (env *Environment) exited(command *watcher) {
	if problem := recover(); problem != nil {
		panic(problem) // that is no Goexit
	}
	status := env.unusable(errors.New("code of a model has called runtime.Goexit outside of its processes, as t.Fatal does; " +
		"in Models or in a method String, say. So there is no report of that model, nor of those after it"))
	command.tell(ProgramEnds)
	os.Exit(int(status))
}

// ThisEnvironment returns the environment of the present process.
func ThisEnvironment() Environment {
	env := Environment{Stdout: os.Stdout, Stderr: os.Stderr, Progress: os.Stderr, Now: time.Now, Patience: patience, Memory: memory.Left()}
	if env.OnTerminal = terminal(os.Stderr); env.OnTerminal {
		env.ProgressWidth = columns(os.Stderr)
	}
	if terminal(os.Stdout) {
		env.Width, env.Color = columns(os.Stdout), os.Getenv("NO_COLOR") == ""
	}
	env.Together = same(os.Stdout, os.Stderr)
	if dir, err := os.Getwd(); err == nil { // else paths are shown whole
		env.Dir = dir
	}
	return env
}

// patience gives a process 10 seconds or more to come to its next operation, and
// little more than one second if the search shall end.
func patience(ending bool) (context.Context, context.CancelFunc) {
	d := 10 * time.Second
	if ending {
		d = 1500 * time.Millisecond
	}
	return context.WithTimeout(context.Background(), d)
}

// JobIn begins the argument of the program if a file holds the [Job], because it is too
// long for an argument. The program removes the file.
const JobIn = "@"

// parseJob reads the arguments of the program. Options that it does not know are
// an error: they come from a command that is newer than this package.
func parseJob(args []string) (Job, error) {
	var job Job
	if len(args) != 1 {
		return job, fmt.Errorf("this program is started by the command checkmodel, with one argument; it has %d", len(args))
	}
	text := args[0]
	if file, ok := strings.CutPrefix(text, JobIn); ok {
		content, err := os.ReadFile(file)
		if err != nil {
			return job, fmt.Errorf("what the command asks for is in a file that cannot be read: %w", err)
		}
		os.Remove(file) // nobody else needs it, and the command may not live to do so
		text = string(content)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&job); err != nil {
		return job, fmt.Errorf("the command and the module that the models require are not of the same version: %w; update one of them", err)
	}
	return job, nil
}

// removeExecutable removes the file that the program was started from and its
// directory. What cannot be removed stays: it is a temporary file.
func removeExecutable() {
	path, err := os.Executable()
	if err != nil {
		return
	}
	if os.Remove(path) == nil {
		os.Remove(filepath.Dir(path)) // only if it is empty
	}
}

// identity returns what stands for the program: its content. So a checkpoint is
// that of the same models, checker and Go.
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

// same reports whether both are one file, or one terminal.
func same(f, g *os.File) bool {
	a, err := f.Stat()
	b, err2 := g.Stat()
	return err == nil && err2 == nil && os.SameFile(a, b)
}

// terminal reports whether somebody watches the file, on a terminal on which a
// line can be written over.
func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
