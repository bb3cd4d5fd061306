package main

import (
	"embed"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// scaffold holds the files of a new model. NAME stands for the name of the package.
//
//go:embed scaffold
var scaffold embed.FS

// runNew writes a small model with its test into a new directory.
func runNew(args []string, stdout, stderr io.Writer) command.Status {
	dirs, status, ok := operands("new", args, stdout, stderr)
	if !ok {
		return status
	}
	if len(dirs) != 1 {
		return complain(stderr, errors.New("name the one directory of the new model, as in 'checkmodel new ./mutex'"))
	}
	dir := dirs[0]
	written, err := writeScaffold(dir)
	if err != nil {
		return complain(stderr, err)
	}
	page, err := writeAgentsPage(dir)
	if err != nil {
		return complain(stderr, err)
	}
	for _, path := range append(written, page...) {
		fmt.Fprintf(stdout, "wrote %s\n", path)
	}
	path := dir
	if !filepath.IsAbs(dir) {
		path = "./" + filepath.ToSlash(filepath.Clean(dir))
	}
	fmt.Fprintf(stdout, `
Check it with one of

	%[3]s %[1]s
	go test -v %[1]s

in a module that requires the checker; '%[2]s'
makes it do so.
`, path, requireCommand, started())
	return command.AsDeclared
}

var packageName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// writeScaffold writes the files of a new model and returns their paths. It overwrites nothing.
func writeScaffold(dir string) (written []string, err error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(full)
	if !packageName.MatchString(name) || token.IsKeyword(name) || name == "main" {
		return nil, fmt.Errorf("%q cannot be the name of a package; name the directory by one word in small letters, as in 'checkmodel new ./mutex'", name)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	files := []struct{ template, name string }{
		{"scaffold/model.go.txt", name + ".go"},
		{"scaffold/model_test.go.txt", name + "_test.go"},
	}
	var taken []error
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, f.name)); err == nil {
			taken = append(taken, fmt.Errorf("there is a file %s already; choose another directory", filepath.Join(dir, f.name)))
		}
	}
	if len(taken) > 0 {
		return nil, problems.Join(taken...)
	}
	for _, f := range files {
		content, err := scaffold.ReadFile(f.template)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(content), "NAME", name)), 0o666); err != nil {
			return nil, err
		}
		written = append(written, path)
	}
	return written, nil
}

// writeAgentsPage writes a page for coding agents into the module of the directory, or into the directory if that is in none. It
// returns its path; none if there is such a page, which may be the user's own.
func writeAgentsPage(dir string) (written []string, err error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for at := root; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			root = at
			break
		}
	}
	content, err := scaffold.ReadFile("scaffold/AGENTS.md.txt")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(root, "AGENTS.md")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if _, err := f.Write(content); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if here, err := os.Getwd(); err == nil {
		if near, err := filepath.Rel(here, path); err == nil {
			path = near
		}
	}
	return []string{path}, f.Close()
}
