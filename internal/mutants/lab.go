package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// lab is a copy of the repository in which mutants are tried.
type lab struct {
	root    string
	timeout time.Duration
	sources *sources
	deps    map[string][]string // of the tests in each directory, all packages that they depend on
	dirs    []string            // those with tests, the ones that have caught most first
	tests   map[string][]string // in which directories there is a test of a name
}

const module = "github.com/checkmodel/checkmodel"

// execute are the packages whose tests execute programs that they do not import.
var execute = []string{"internal/house", "cmd/checkmodel"}

// newLab copies what is tracked of the repository.
func newLab(repository string, timeout time.Duration, known records) (*lab, error) {
	root, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	l := &lab{root: root, timeout: timeout, deps: map[string][]string{}, tests: map[string][]string{}}
	tracked, err := output(repository, "git", "ls-files", "-z")
	if err == nil {
		err = l.copy(repository, strings.Split(strings.TrimSuffix(string(tracked), "\x00"), "\x00"))
	}
	if err == nil {
		err = l.list(known)
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

// list finds out which tests there are and what they depend on.
func (l *lab) list(known records) error {
	out, err := output(l.root, "go", "list", "-test", "-deps", "-json=ImportPath,Deps", "./...")
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
			dir := cmp.Or(strings.TrimPrefix(strings.TrimPrefix(tested, module), "/"), ".")
			l.deps[dir] = p.Deps
			files, _ := filepath.Glob(filepath.Join(l.root, dir, "*_test.go"))
			for _, f := range files {
				text, err := os.ReadFile(f)
				if err != nil {
					return err
				}
				for _, m := range testFunction.FindAllSubmatch(text, -1) {
					l.tests[string(m[1])] = append(l.tests[string(m[1])], dir)
				}
			}
		}
	}
	caught := map[string]int{}
	for _, r := range known {
		for _, dir := range l.tests[r.test()] {
			caught[dir]++
		}
	}
	l.dirs = slices.SortedFunc(maps.Keys(l.deps), func(a, b string) int {
		return cmp.Or(caught[b]-caught[a], strings.Compare(a, b))
	})
	return nil
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz)\w*)\(`)

// notices reports whether the tests in one directory can notice a change in another.
func (l *lab) notices(tests, changed string) bool {
	changed = strings.TrimSuffix(module+"/"+changed, "/.")
	return slices.Contains(execute, tests) || slices.ContainsFunc(l.deps[tests], func(path string) bool {
		path, _, _ = strings.Cut(path, " ") // the rest says for which test it is compiled
		return path == changed
	})
}

// suite is a run of tests.
type suite struct {
	dir  string
	args []string
}

// suites returns the tests that can notice a change in a directory, of those that
// .ci/run runs: first the one that has caught the mutant before, wherever it is now,
// then all, in short form first, those of the directory itself before others.
func (l *lab) suites(changed string, before record) []suite {
	name, _, _ := strings.Cut(before.test(), "/")
	dirs := slices.Clone(l.dirs)
	if i := slices.Index(dirs, changed); i > 0 {
		dirs = slices.Concat(dirs[i:i+1], dirs[:i], dirs[i+1:])
	}
	var again, short, full []suite
	for _, dir := range dirs {
		if !l.notices(dir, changed) {
			continue
		}
		if slices.Contains(l.tests[name], dir) {
			it := only(before.test())
			again = append(again, suite{dir, []string{"-short", it}}, suite{dir, []string{it}})
		}
		args := []string{"-short"}
		if slices.Contains(l.deps[dir], "pgregory.net/rapid") {
			args = append(args, "-rapid.checks=30")
		}
		short, full = append(short, suite{dir, args}), append(full, suite{dir, nil})
	}
	return slices.Concat(again, short, full)
}

// only is the flag that selects a test; all if there is no name.
func only(test string) string {
	if test == "" {
		return "-run="
	}
	return "-run=^" + strings.ReplaceAll(regexp.QuoteMeta(test), "/", "$/^") + "$"
}

// survived stands for the test that caught a mutant, if none did.
const survived = "nothing"

// try tries one mutant, of which something may be known from before, and returns
// which test has caught it.
func (l *lab) try(m mutant, before record) (caught string, err error) {
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
	for _, s := range l.suites(p.dir(), before) {
		caught := l.test(s.dir, s.args)
		if caught == "" {
			continue
		}
		if err := os.WriteFile(file, l.sources.text[p.at.Filename], 0o666); err != nil {
			return "", err
		}
		if l.test(s.dir, append(slices.Clip(s.args), only(record{Caught: caught}.test()))) != "" {
			return "", fmt.Errorf("%s fails without a mutant, too", caught)
		}
		return caught, nil
	}
	return survived, nil
}

// test runs the tests of a package and returns which of them failed, or "".
func (l *lab) test(dir string, args []string) string {
	how := ""
	args = append([]string{"test", "-json", "-vet=off", "-ldflags=-w", "-failfast", "-timeout", l.timeout.String(), "./" + dir}, args...)
	out, err := l.run(args...)
	if err == nil {
		return ""
	}
	if bytes.Contains(out, []byte("panic: test timed out")) || errors.Is(err, context.DeadlineExceeded) {
		how = " (hangs)"
	}
	return "`" + dir + "` " + failed(out) + how
}

// whole stands for a test that failed whose name is not known.
const whole = "as a whole"

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
		return whole
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
