// Goroutines explores ordinary Go code by 'checkmodel test': parts of programs without a known mistake, mistakes as studies list them, and kernels of
// bugs that were published. It records what was found in goroutines.json, and writes goroutines.md. Usage, in the root of the repository:
//
//	go -C results run ./goroutines [-run REGEXP]
//
// With -run '^$' it explores nothing, and writes the page again.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/results/pages"
)

// subjects are directories of tests.
var subjects = []string{"right", "testdata/wrong", "testdata/wrong/old", "testdata/published"}

// record is the result of a test. It has the names that the command gives to the parts.
type record struct {
	Package       string  `json:"package"`
	Model         string  `json:"model"`
	Verdict       string  `json:"verdict"`
	Interleavings int     `json:"interleavings"`
	Seconds       float64 `json:"elapsed_seconds"`
	Date          string  `json:"date"`
}

// explore explores the tests of a subject.
func explore(command, results, subject string) (all []record, err error) {
	c := exec.Command(command, "test", "-json", "-minimize", "off", "-timeout", "5m", "./goroutines/"+subject)
	c.Dir = results
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	for line := range bytes.Lines(out) {
		r := record{Date: time.Now().Format(time.DateOnly)}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%w in %s", err, line)
		}
		r.Package = subject
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w\n%s", err, stderr.String())
	}
	return all, nil
}

// measure explores all subjects whose directories match, and puts the records of each.
func measure(results string, chosen *regexp.Regexp, put func(dir string, found ...record) error) error {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	command := filepath.Join(dir, "checkmodel")
	c := exec.Command("go", "build", "-o", command, "./cmd/checkmodel")
	c.Dir = filepath.Dir(results)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	for _, s := range subjects {
		if !chosen.MatchString(s) {
			continue
		}
		found, err := explore(command, results, s)
		if err == nil {
			err = put(results, found...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// page returns the page of the records.
func page(all []record) string {
	var b strings.Builder
	b.WriteString("# Goroutines\n\nOrdinary [Go code](goroutines), explored [as it is](../docs/goroutines.md) by\n`checkmodel test`. Code without a known mistake:\n\n| | interleavings | |\n|---|---|---|\n")
	seconds, date := 0.0, ""
	found := map[string][]string{}
	for _, r := range all {
		seconds, date = seconds+r.Seconds, max(date, r.Date)
		name := strings.TrimPrefix(r.Model, "Test")
		if r.Package == "right" {
			fmt.Fprintf(&b, "| %s | %d | %s |\n", name, r.Interleavings, r.Verdict)
			continue
		}
		word := fmt.Sprintf("%s %d", name, r.Interleavings)
		if r.Verdict != "violated" {
			word += " (not found)"
		}
		dir := strings.TrimSuffix(r.Package, "/old")
		found[dir] = append(found[dir], word)
	}
	b.WriteString("\n")
	for _, of := range []struct{ dir, words string }{
		{"testdata/wrong", "Mistakes that studies list, with the interleavings until each is found:"},
		{"testdata/published", "Kernels of published bugs:"},
	} {
		b.WriteString(pages.Prose(of.words, strings.Join(found[of.dir], ", ")+"."))
	}
	fmt.Fprintf(&b, "Measured by `go -C results run ./goroutines` on %s, in %.1f seconds on two shared cores.\n", date, seconds)
	return b.String()
}

var tests = pages.Page[record]{
	Name: "goroutines", Text: page,
	Same: func(a, b record) bool { return a.Package == b.Package },
	Compare: func(a, b record) int {
		return cmp.Compare(slices.Index(subjects, a.Package), slices.Index(subjects, b.Package))
	},
}

func main() {
	tests.Main(func(results string, chosen *regexp.Regexp) error { return measure(results, chosen, tests.Put) })
}
