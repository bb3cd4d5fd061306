package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
)

func main() { os.Exit(int(command(os.Args[1:], os.Stdout, os.Stderr))) }

// command executes the command line and returns the exit status.
func command(args []string, stdout, stderr io.Writer) cli.Status {
	if calledByGoVet(args) {
		analyze()
	}
	if len(args) > 0 {
		if c, ok := subcommand(args[0]); ok {
			return c.run(args[1:], stdout, stderr)
		}
	}
	options, patterns, err := parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return say(stdout, stderr, help())
	case err != nil:
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s -h' for help.\n", started())
		return cli.Unusable
	}
	return execute(options, patterns, stderr)
}

// execute builds the program around the models of the packages, and executes it.
func execute(options cli.Options, patterns []string, stderr io.Writer) cli.Status {
	started() // it may ask the go command, so before interrupts are caught
	ctx, end := interruptible()
	built := sayWhatTakesLong(stderr)
	p, err := prepare(ctx, libraryFor(options), patterns, stderr)
	built()
	if end() {
		p.remove()
		fmt.Fprintln(stderr, "checkmodel: interrupted before the models were built")
		return cli.Interrupted
	}
	if err != nil {
		return complain(stderr, err)
	}
	status, err := p.execute(options)
	if err != nil {
		err = fmt.Errorf("the program with the models cannot be started: %w%s", err, inTheWay(context.Background()))
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w; perhaps no program may be executed in %s: let GOTMPDIR name a directory where they may", err, filepath.Dir(p.dir))
		}
		return complain(stderr, err)
	}
	return status
}

// sayWhatTakesLong tells a user at a terminal that the search has not begun, if building the models
// takes a while. The returned function must be called when they are built.
func sayWhatTakesLong(stderr io.Writer) (built func()) {
	if !cli.ThisEnvironment().OnTerminal {
		return func() {}
	}
	notice := time.AfterFunc(3*time.Second, func() {
		fmt.Fprintln(stderr, "checkmodel: the go command is building the models and what they import")
	})
	return func() { notice.Stop() }
}

// interruptible returns a context that an interrupt cancels. The returned function stops catching
// interrupts, and reports whether there was one; no interrupt is lost in between.
func interruptible() (ctx context.Context, end func() bool) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for range signals {
			cancel()
		}
	})
	return ctx, func() bool {
		signal.Stop(signals)
		close(signals)
		watcher.Wait()
		interrupted := ctx.Err() != nil
		cancel()
		return interrupted
	}
}

// prepare finds the models and builds the program around them, with that library. The error joins all problems. If
// some packages do not build and others do, prepare reports them at once and leaves them out, so
// that the user can fix them while the others are checked. It does the same for packages whose
// function Models is nearly right; these do not change the exit status, because it is not known
// whether they are meant to have models.
func prepare(ctx context.Context, library string, patterns []string, stderr io.Writer) (*program, error) {
	if system := os.Getenv("GOOS"); system != "" && system != runtime.GOOS { // building for another system may take minutes
		return nil, fmt.Errorf("GOOS is %s, and this is %s; unset GOOS: the program around the models is built to be executed here", system, runtime.GOOS)
	}
	home, err := mainModule(ctx)
	if err != nil {
		return nil, err
	}
	packages, left, hints, err := find(ctx, patterns)
	if err != nil {
		return nil, err
	}
	p, err := build(ctx, home, library, packages, left)
	if err != nil { // finding the cause takes time, so it is done only now
		sound, more, siftErr := sift(ctx, packages)
		switch {
		case siftErr == nil && len(sound) > 0 && len(more) > 0:
			left = append(left, more...)
			p, err = build(ctx, home, library, sound, left)
		case siftErr == nil && len(sound) == 0 && reasons(more) > 1: // the go command has reported only some of them
			left, err = append(left, more...), nil
		}
	}
	if p == nil || err != nil {
		return nil, problems.Join(err, complaints(left, ""))
	}
	complain(stderr, problems.Join(hints, complaints(left, ", and the others are checked without")))
	return p, nil
}

// say writes the requested text, and returns the exit status.
func say(stdout, stderr io.Writer, text string) cli.Status {
	if _, err := io.WriteString(stdout, text); err != nil {
		return complain(stderr, err)
	}
	return cli.AsDeclared
}

// complain writes all problems of an error, each on its own line, and returns the exit status.
func complain(stderr io.Writer, err error) cli.Status {
	for _, e := range problems.Each(err) {
		fmt.Fprintf(stderr, "checkmodel: %s\n", printable.Lines(e.Error()))
	}
	return cli.Unusable
}
