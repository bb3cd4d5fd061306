package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// lab is a copy of the repository in which mutants are tried.
type lab struct {
	root    string
	timeout time.Duration
	sources *sources
	imports map[string][]string // of the tests of each package, all that they depend on
}

const module = "github.com/checkmodel/checkmodel"

// stages are the tests of .ci/run, the cheap ones and those that catch most first.
// What they have of the checker in short form, CI runs with the race detector.
var stages = []struct {
	dir  string
	args []string
}{
	{"mailbox", nil},
	{"table", nil},
	{"trace", nil},
	{"optimaldpor", nil},
	{"proc", nil},
	{"checker", []string{"-short", "-rapid.checks=30"}},
	{"checktest", nil},
	{"checker", nil},
	{"models/litmus", nil},
	{"models/counter", nil},
	{"models/examples", nil},
	{"internal/corpus", nil},
	{"history", nil},
	{"cli", nil},
	{"models/corfu", nil},
	{"models/chainrepl", nil},
	{"internal/report", nil},
	{"cmd/checkmodel", nil},
	{"internal/house", nil},
	{"trace", []string{"-race", "-short"}},
	{"optimaldpor", []string{"-race", "-short"}},
	{"proc", []string{"-race", "-short"}},
	{"checker", []string{"-race", "-short", "-rapid.checks=30"}},
	{"models/litmus", []string{"-race", "-short"}},
}

// execute are the packages whose tests execute programs that they do not import.
var execute = []string{"internal/house", "cmd/checkmodel"}

// newLab copies what is tracked of the repository.
func newLab(repository string, timeout time.Duration) (*lab, error) {
	root, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	l := &lab{root: root, timeout: timeout, imports: map[string][]string{}}
	tracked, err := output(repository, "git", "ls-files", "-z")
	if err == nil {
		err = l.copy(repository, strings.Split(strings.TrimSuffix(string(tracked), "\x00"), "\x00"))
	}
	if err == nil {
		err = l.list()
	}
	if err == nil {
		l.sources, err = readSources(l.root)
	}
	if err == nil { // else every mutant would count as caught
		var text []byte
		if text, err = output(l.root, "go", "vet", "./..."); err != nil {
			err = fmt.Errorf("without a mutant, go vet fails: %w\n%s", err, text)
		}
	}
	if err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *lab) close() { os.RemoveAll(l.root) }

func output(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	return cmd.Output()
}

func (l *lab) copy(repository string, files []string) error {
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(repository, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // tracked, but not there any more
		} else if err != nil {
			return err
		}
		to := filepath.Join(l.root, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// list finds out what the tests of each package depend on.
func (l *lab) list() error {
	out, err := output(l.root, "go", "list", "-test", "-deps", "-json=ImportPath,ForTest,Deps", "./...")
	if err != nil {
		return err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			ImportPath string
			Deps       []string
		}
		if err := d.Decode(&p); err != nil {
			return err
		}
		if tested, ok := strings.CutSuffix(p.ImportPath, ".test"); ok {
			l.imports[tested] = p.Deps
		}
	}
	return nil
}

// notices reports whether the tests in one directory can notice a change in another.
func (l *lab) notices(tests, changed string) bool {
	in := func(dir string) string { return strings.TrimSuffix(module+"/"+dir, "/.") }
	return slices.Contains(execute, tests) || slices.ContainsFunc(l.imports[in(tests)], func(path string) bool {
		path, _, _ = strings.Cut(path, " ") // what is compiled for a test has that behind it
		return path == in(changed)
	})
}

// survived is what is said of a mutant that no test has caught.
const survived = "nothing"

// try tries one mutant, and returns which test has caught it.
func (l *lab) try(m mutant) (caught string, err error) {
	p, becomes, err := l.sources.plant(m)
	if err != nil {
		return "", err
	}
	file := filepath.Join(l.root, filepath.FromSlash(p.at.Filename))
	if err := os.WriteFile(file, becomes, 0o666); err != nil {
		return "", err
	}
	defer os.WriteFile(file, l.sources.text[p.at.Filename], 0o666)
	if out, err := l.run("build", "./"+p.dir()); err != nil {
		return "", fmt.Errorf("it cannot be compiled: %s", out)
	}
	for _, own := range []bool{true, false} {
		for _, s := range stages {
			if (s.dir == p.dir() && !slices.Contains(s.args, "-race")) != own || !l.notices(s.dir, p.dir()) {
				continue
			}
			if caught := l.test(s.dir, s.args); caught != "" {
				return caught, nil
			}
		}
	}
	return survived, nil
}

// test runs the tests of a package and returns which of them failed, or "".
func (l *lab) test(dir string, args []string) string {
	args = append([]string{"test", "-json", "-vet=off", "-ldflags=-w", "-failfast", "-timeout", l.timeout.String(), "./" + dir}, args...)
	out, err := l.run(args...)
	if err == nil {
		return ""
	}
	how := ""
	if slices.Contains(args, "-race") {
		how = " (race detector)"
	}
	if bytes.Contains(out, []byte("panic: test timed out")) || errors.Is(err, context.DeadlineExceeded) {
		how += " (hangs)"
	}
	return "`" + dir + "` " + failed(out) + how
}

// failed returns the name of the test that failed, from the output of go test -json.
func failed(out []byte) string {
	test := ""
	for line := range bytes.Lines(out) {
		var e struct{ Action, Test string }
		if json.Unmarshal(line, &e) == nil && e.Action == "fail" && test == "" {
			test = e.Test
		}
	}
	if test == "" {
		return "as a whole"
	}
	return test
}

// run executes a go command. What it started has ended when it returns.
func (l *lab) run(args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), l.timeout+5*time.Minute) // to build it, too
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = l.root
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return out, err
}
