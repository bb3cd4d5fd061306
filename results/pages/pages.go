// Package pages keeps measurements in a file of JSON, and writes the page that is made of them.
package pages

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/checkmodel/checkmodel/results/machine"
)

// Page is the page of a program, with its measurements.
type Page[R any] struct {
	Name    string               // of the program; its page is NAME.md, and its measurements are in NAME.json
	Same    func(a, b R) bool    // reports whether a measurement replaces another one
	Compare func(a, b R) int     // orders the measurements; nil leaves the last one at the end
	Text    func(all []R) string // the page
}

// Read reads the measurements in a directory; there are none if there is no file.
func (p Page[R]) Read(dir string) (all []R, err error) {
	text, err := os.ReadFile(filepath.Join(dir, p.Name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	return all, err
}

// Put records measurements in place of the same earlier ones. It reads the file again, which another process may have written.
func (p Page[R]) Put(dir string, found ...R) error {
	all, err := p.Read(dir)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(old R) bool {
		return slices.ContainsFunc(found, func(r R) bool { return p.Same(old, r) })
	})
	all = append(all, found...)
	if p.Compare != nil {
		slices.SortStableFunc(all, p.Compare)
	}
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, p.Name+".json"), append(text, '\n'), 0o644)
}

// Write writes the page of the measurements in a directory.
func (p Page[R]) Write(dir string) error {
	all, err := p.Read(dir)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, p.Name+".md"), []byte(p.Text(all)), 0o644)
}

// Check returns the measurements in a directory, and an error if there are none, or if the page there is not made of them.
func (p Page[R]) Check(dir string) ([]R, error) {
	all, err := p.Read(dir)
	if err != nil {
		return nil, err
	}
	written, err := os.ReadFile(filepath.Join(dir, p.Name+".md"))
	if err == nil && (len(all) == 0 || string(written) != p.Text(all)) {
		err = fmt.Errorf("results/%s.md is not made of its %d measurements; write it with go -C results run ./%[1]s -run '^$'", p.Name, len(all))
	}
	return all, err
}

// Main is the main function of the program. It calls measure, which puts measurements whose names match, and writes the page. The
// program may have flags besides -run.
func (p Page[R]) Main(measure func(dir string, chosen *regexp.Regexp) error) {
	run := flag.String("run", "", "measure what matches `REGEXP`; '^$' only writes the page")
	flag.Parse()
	chosen, err := regexp.Compile(*run)
	if err == nil && *run != "^$" {
		err = measure(machine.Results(), chosen)
	}
	if err == nil {
		err = p.Write(machine.Results())
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", p.Name, err)
		os.Exit(1)
	}
}
