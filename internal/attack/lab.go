//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/internal/gocache"
)

const (
	modulePath = "github.com/checkmodel/checkmodel"
	labPath    = "example.com/lab" // the user's module, with the models that are attacked
)

// lab is the command, built from this tree, and a user's module whose packages it checks.
type lab struct {
	ctx     context.Context // ends all runs
	hang    time.Duration   // a run that takes longer counts as hanging
	command string          // the executable
	root    string          // of the tree
	module  string          // the directory of the module
	env     []string        // of all runs
}

// newLab builds the command and makes the module, both in the directory.
func newLab(ctx context.Context, dir string, hang time.Duration) (*lab, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", modulePath).Output()
	if err != nil {
		return nil, fmt.Errorf("the module %s cannot be found from here: %w", modulePath, err)
	}
	l := &lab{ctx: ctx, hang: hang, command: filepath.Join(dir, "checkmodel"), root: strings.TrimSpace(string(out)), module: filepath.Join(dir, "module")}
	build := exec.Command("go", "build", "-buildvcs=false", "-o", l.command, "./cmd/checkmodel")
	build.Dir = l.root
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the command does not build: %w\n%s", err, out)
	}
	if err := l.environment(dir); err != nil {
		return nil, err
	}
	return l, l.makeModule()
}

// environment sets the environment of all runs: no network, and a go command that caches its
// answers.
func (l *lab) environment(dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	real, err := exec.LookPath("go")
	if err != nil {
		return err
	}
	bin, cache := filepath.Join(dir, "bin"), filepath.Join(dir, "cache")
	if err := os.Mkdir(bin, 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(cache, 0o777); err != nil {
		return err
	}
	if err := os.Symlink(self, filepath.Join(bin, "go")); err != nil {
		return err
	}
	l.env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), gocache.Go + "=" + real, gocache.Answers + "=" + cache}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT"} {
		value, err := exec.Command(real, "env", name).Output()
		if err != nil {
			return err
		}
		l.env = append(l.env, name+"="+strings.TrimSpace(string(value)))
	}
	l.env = append(l.env, "HOME="+dir, "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOTELEMETRY=off", "GOWORK=", "GOFLAGS=", "TERM=dumb")
	return nil
}

// makeModule makes the module, which requires this one as go get would write it.
func (l *lab) makeModule() error {
	if err := os.Mkdir(l.module, 0o777); err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(l.root, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(l.root, "go.sum"))
	if err != nil {
		return err
	}
	linked := bytes.Join(regexp.MustCompile(`(?m)^\tgithub.com/hashicorp/.*\n`).FindAll(mod, -1), nil)
	if err := l.file("go.mod", fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s v0.0.0\n\nrequire (\n%s)\n\nreplace %[2]s => %[4]s\n",
		labPath, modulePath, linked, l.root)); err != nil {
		return err
	}
	return l.file("go.sum", string(sum))
}

// file writes a file of the module, unless it exists.
func (l *lab) file(name, content string) error {
	path := filepath.Join(l.module, filepath.FromSlash(name))
	if old, err := os.ReadFile(path); err == nil && string(old) == content {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o666)
}

// first runs the command once, for what an attack needs before its cases. It must exit with one of the
// statuses, and may leave files in the directory, which it returns.
func (l *lab) first(name string, statuses []int, args ...string) (o *outcome, dir string, err error) {
	dir, err = os.MkdirTemp(l.module, name+"-")
	if err != nil {
		return nil, "", err
	}
	t := &trial{lab: l, dir: dir, title: name}
	if err := os.Mkdir(t.temporary(), 0o777); err != nil {
		return nil, "", err
	}
	o = t.run(execution{args: args, statuses: statuses})
	if len(t.wrong) > 0 || !slices.Contains(statuses, o.status) {
		return nil, "", fmt.Errorf("%s exits with status %d, want one of %v: %v\n%s", t.lines[0], o.status, statuses, t.wrong, o.output())
	}
	return o, dir, nil
}
