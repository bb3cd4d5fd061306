package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/internal/problems"
)

// listed is the go command's description of a package.
type listed struct {
	Dir          string
	ImportPath   string
	Name         string
	GoFiles      []string
	CgoFiles     []string
	TestGoFiles  []string
	XTestGoFiles []string
	Module       *module
	Match        []string // the patterns that matched it
	Error        *listError
}

// module is the go command's description of a module.
type module struct {
	Path string
	Dir  string
	Main bool
}

const listedFields = "-json=Dir,ImportPath,Name,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Module,Match,Error"

// find returns the packages that the patterns name and that have models. Left are the packages whose
// files cannot be parsed, and packages without models that were named explicitly, not by a pattern
// with "...". For other packages without models, hints describes their declarations that are related
// to the checker. It is an error if no package has models, or if a named package does not exist.
func find(ctx context.Context, patterns []string) (packages []listed, left []broken, hints, err error) {
	var files []error
	for _, p := range patterns {
		if strings.HasSuffix(p, ".go") {
			files = append(files, fmt.Errorf("%s is a file; name its package, by the directory that it is in", p))
		}
	}
	if len(files) > 0 { // the go command would take them for one package
		return nil, nil, nil, problems.Join(files...)
	}
	// -find: the build reports problems with imports.
	all, err := list[listed](ctx, nil, append([]string{"-e", "-find", listedFields, "--"}, patterns...)...)
	if err != nil {
		return nil, nil, nil, err
	}
	var wrong, unreadable, misses, near []error
	var bare []broken // named explicitly, without models
	for _, p := range all {
		has, miss, err := p.models()
		switch {
		case p.missing():
			wrong = append(wrong, fmt.Errorf("package %s: %w%s", p.ImportPath, err, elsewhere(p.ImportPath)))
		case err != nil && len(p.GoFiles)+len(p.CgoFiles) > 0:
			left = append(left, broken{path: p.ImportPath, reason: err.Error()})
			unreadable = append(unreadable, fmt.Errorf("package %s: %w", p.ImportPath, err))
		case err != nil:
			wrong = append(wrong, fmt.Errorf("package %s: %w", p.ImportPath, err))
		case has:
			packages = append(packages, p)
		case p.literal():
			bare = append(bare, broken{path: p.ImportPath, modelless: fmt.Errorf("package %s has no models: %w", p.ImportPath, miss)})
		case miss != errNoModels: // there is a hint
			miss = fmt.Errorf("package %s has no models: %w", p.ImportPath, miss)
			misses = append(misses, miss)
			if other := (unrelated{}); !errors.As(miss, &other) {
				near = append(near, miss)
			}
		}
	}
	if len(packages) == 0 {
		for _, b := range bare {
			wrong = append(wrong, b.modelless)
		}
	}
	if len(packages) == 0 || len(wrong) > 0 {
		wrong = append(unreadable, wrong...)
	}
	if len(packages) == 0 && len(wrong) == 0 {
		wrong = append(misses, fmt.Errorf("there is nothing to check: no package that %s matches has models; %w",
			strings.Join(patterns, " "), errNoModels))
	}
	return packages, append(left, bare...), problems.Join(near...), problems.Join(wrong...)
}

// missing reports whether the package would belong to the standard library by its path, and does
// not exist there.
func (p *listed) missing() bool {
	return p.Error != nil && strings.Contains(p.Error.Err, "is not in std")
}

// elsewhere suggests a meaning for the name of a package that does not exist: a directory, or a command.
func elsewhere(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Sprintf("; the directory of that name is ./%s", name)
	}
	var commands []string
	for _, v := range verbs() {
		commands = append(commands, v.name)
	}
	return fmt.Sprintf("; a directory is named as in ./%s, and the commands are %s", name, strings.Join(commands, ", "))
}

// reserved are the patterns without "..." that stand for several packages.
var reserved = []string{"all", "cmd", "std", "tool", "work"}

// literal reports whether the package was named explicitly.
func (p *listed) literal() bool {
	return slices.ContainsFunc(p.Match, func(pattern string) bool {
		return !strings.Contains(pattern, "...") && !slices.Contains(reserved, pattern)
	})
}

// list calls 'go list', as goCommand does, and returns the JSON objects that it prints.
func list[T any](ctx context.Context, variables []string, args ...string) ([]T, error) {
	output, err := goCommand(ctx, variables, append([]string{"list"}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("the go command cannot list the packages: %w%s", err, inTheWay(ctx))
	}
	var objects []T
	for d := json.NewDecoder(bytes.NewReader(output)); ; {
		var o T
		switch err := d.Decode(&o); err {
		case nil:
			objects = append(objects, o)
		case io.EOF:
			return objects, nil
		default:
			return nil, fmt.Errorf("the output of 'go list' cannot be read: %w%s", err, inTheWay(ctx))
		}
	}
}

// goProcess returns a call of the go command. When ctx is done, the go command has a second to end before it is killed.
func goProcess(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Second
	return cmd
}

// goCommand calls the go command in the working directory, with the environment and the given
// variables, and returns its output. The error has its message.
func goCommand(ctx context.Context, variables []string, args ...string) ([]byte, error) {
	cmd := goProcess(ctx, args...)
	cmd.Env = append(os.Environ(), variables...)
	var output, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &complaints
	err := cmd.Run()
	if ctx.Err() == nil && errors.Is(err, exec.ErrWaitDelay) { // it has ended well, and a process that it started has not
		err = nil
	}
	switch exit := (*exec.ExitError)(nil); {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("there is no command 'go' in PATH; install Go from https://go.dev/dl")
	case errors.As(err, &exit) && complaints.Len() > 0:
		err = errors.New(strings.TrimSpace(complaints.String()))
		if strings.Contains(err.Error(), "GOMODCACHE") {
			err = fmt.Errorf("%w\nThe go command has no directory for what it builds: set HOME", err)
		}
	}
	if err != nil && strings.Contains(err.Error(), "signal: ") {
		// An interrupt from the terminal reaches the go command as well, which may end before we
		// notice it.
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	if err != nil && ctx.Err() == nil && strings.Contains(err.Error(), "signal: killed") {
		err = fmt.Errorf("%w\nThe system has killed the go command or the compiler, probably for lack of memory: let fewer compilers run at a time (GOFLAGS=-p=1)", err)
	}
	return output.Bytes(), err
}
