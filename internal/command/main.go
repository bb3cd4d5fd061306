package command

import (
	"bytes"
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

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/supervision"
)

// Job is the input of the program that the command has built around the models.
type Job struct {
	Options Options `json:"options"`
	// Command holds the words that start the command, for commands that the report shows; "" stands
	// for checkmodel.
	Command string `json:"command,omitempty"`
	// Watched says that the command waits for the program. File descriptor 3 is then a pipe on
	// which the command forwards signals, as one byte each. File descriptor 4 is a pipe on which
	// the program reports its progress in lines ("begin", quoted names of models,
	// [supervision.Saved], [supervision.Ends]). File descriptor 5 is standard output of the command, for the
	// report; standard output of the program is its standard error.
	Watched bool `json:"watched,omitempty"`
}

// Write writes the job to a file in the directory, and returns its name, which is the argument of the program: a job
// with a long schedule is longer than an argument may be.
func (j Job) Write(dir string) (file string, err error) {
	b, err := json.Marshal(j)
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, "job")
	return file, os.WriteFile(file, b, 0o600)
}

// Main is the main function of the program that the command builds around the models; see package cli. The program's only
// argument is the name of a file with a [Job] in JSON. Main never returns: it exits with the status of [Run]. If serve is not
// nil, the program can serve pages; see [Environment].
//
// If the first interrupt takes a while to end the run, Main says so. The standard output of models goes to standard error, so
// that standard output has the report alone.
func Main[P ~struct {
	Path   string
	Models func() []checker.Model
}](serve func(context.Context, string, *interactive.Console, io.Writer) error, packages []P) {
	all := make([]Package, len(packages))
	for i, p := range packages {
		all[i] = Package(p)
	}
	execute(serve, all)
}

// execute executes the job of the program.
func execute(serve func(context.Context, string, *interactive.Console, io.Writer) error, packages []Package) {
	job, err := parseJob(os.Args)
	var command *supervision.Connection
	if job.Watched {
		command = supervision.Connect()
	}
	if command != nil {
		os.Stdout = command.Report
		files.SetOutput(command.Report)
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
	command.Tell(supervision.Begins)
	env.Begins = func(model string) { command.Tell(strconv.Quote(printable.Head(model, 200))) }
	env.Saved = func(file string) { command.Tell(supervision.Saved + strconv.Quote(file)) }
	env.Identity, env.Command = identity(), job.Command
	ctx := supervision.UntilInterrupted(command)
	if status, goesOn := env.takePart(ctx, job.Options); !goesOn {
		command.Tell(supervision.Ends)
		os.Exit(int(status))
	}
	if os.Getenv("GOGC") == "" && !job.Options.Bound.Several() {
		debug.SetGCPercent(400) // a search needs little memory, so it can collect seldom
	}
	defer env.exited(command)
	status := Run(ctx, env, job.Options, packages)
	command.Tell(supervision.Ends)
	os.Exit(int(status))
}

// Here is [Run] for models that this process has, and returns the exit status. words start the command in reports. origin identifies the
// models, for checkpoints.
func Here(o Options, words, origin string, packages []Package) Status {
	env := ThisEnvironment()
	env.Command, env.Identity = words, identity()+origin
	return Run(supervision.UntilInterrupted(nil), env, o, packages)
}

// exited must be deferred. It is called if Run does not return because code of a model has called
// runtime.Goexit on the program's own goroutine, which would otherwise wait for ever.
func (env *Environment) exited(command *supervision.Connection) {
	if problem := recover(); problem != nil {
		panic(problem) // a panic, not a Goexit
	}
	status := env.unusable(errors.New("code of a model has called runtime.Goexit outside of its processes, as t.Fatal does; " +
		"in Models or in a method String, say. So there is no report of that model, nor of the models after it"))
	command.Tell(supervision.Ends)
	os.Exit(int(status))
}

// parseJob parses the name and the argument of the program. Unknown options are an error: they come from a
// command that is newer than this package.
func parseJob(args []string) (Job, error) {
	var job Job
	if len(args) != 2 {
		return job, fmt.Errorf("this program is started by the command checkmodel with one argument, and os.Args has %d words instead of two; "+
			"a function init of a package with models, or of what it imports, must not change os.Args", len(args))
	}
	content, err := os.ReadFile(args[1])
	if err != nil {
		return job, fmt.Errorf("the options of the command are in a file that cannot be read: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&job); err != nil {
		return job, fmt.Errorf("the command and the module that the models require are not of the same version: %w; update one of them", err)
	}
	return job, nil
}

// identity returns a hash of the program, so that a checkpoint is only accepted by a program with
// the same models, checker and Go version.
func identity() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}
