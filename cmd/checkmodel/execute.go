package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/real"
)

// execute builds the program around the models of the packages, and executes it.
func execute(options command.Options, patterns []string, stderr io.Writer) command.Status {
	if slices.ContainsFunc(patterns, isCluster) {
		return executeClusters(options, patterns, stderr, func(*real.Cluster) {})
	}
	return executeBy(options, "", stderr, func(ctx context.Context) (*program, error) {
		return prepare(ctx, libraryFor(options), patterns, stderr)
	})
}

// executeBy executes the program that prepare builds, which is started by the verb.
func executeBy(options command.Options, verb string, stderr io.Writer, prepare func(context.Context) (*program, error)) command.Status {
	started() // it may ask the go command, so before interrupts are caught
	ctx, end := interruptible()
	built := sayWhatTakesLong(stderr)
	p, err := prepare(ctx)
	built()
	if end() {
		p.remove()
		fmt.Fprintln(stderr, "checkmodel: interrupted before the models were built")
		return command.Interrupted
	}
	if err != nil {
		return complain(stderr, err)
	}
	p.verb = verb
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
	if !command.ThisEnvironment().OnTerminal {
		return func() {}
	}
	notice := time.AfterFunc(3*time.Second, func() {
		fmt.Fprintln(stderr, "checkmodel: the go command is building the models and what they import")
	})
	return func() { notice.Stop() }
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
