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
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/results/machine"
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

// measure explores all subjects whose directories match. It returns the other records as they were.
func measure(results string, all []record, chosen *regexp.Regexp) ([]record, error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	command := filepath.Join(dir, "checkmodel")
	c := exec.Command("go", "build", "-o", command, "./cmd/checkmodel")
	c.Dir = filepath.Dir(results)
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	for _, s := range subjects {
		if !chosen.MatchString(s) {
			continue
		}
		all = slices.DeleteFunc(all, func(r record) bool { return r.Package == s })
		found, err := explore(command, results, s)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

const recordsFile = "goroutines.json"

// read reads the records in a directory.
func read(results string) (all []record, err error) {
	text, err := os.ReadFile(filepath.Join(results, recordsFile))
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	return all, err
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
	for _, of := range []struct{ dir, words string }{
		{"testdata/wrong", "Mistakes that studies list, with the interleavings until each is found:"},
		{"testdata/published", "Kernels of published bugs:"},
	} {
		b.WriteString("\n" + wrap(of.words+" "+strings.Join(found[of.dir], ", ")+"."))
	}
	fmt.Fprintf(&b, "\nMeasured by `go -C results run ./goroutines` on %s, in %.1f seconds on two shared cores.\n", date, seconds)
	return b.String()
}

// wrap breaks a text into lines.
func wrap(text string) string {
	var b strings.Builder
	width := 0
	for _, word := range strings.Fields(text) {
		if width+len(word) > 98 {
			b.WriteString("\n")
			width = 0
		} else if width > 0 {
			b.WriteString(" ")
		}
		b.WriteString(word)
		width += len(word) + 1
	}
	return b.String() + "\n"
}

func run(results, pattern string) error {
	chosen, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	all, err := read(results)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if pattern != "^$" {
		if all, err = measure(results, all, chosen); err != nil {
			return err
		}
	}
	slices.SortStableFunc(all, func(a, b record) int { return cmp.Compare(order(a), order(b)) })
	text, err := json.MarshalIndent(all, "", "\t")
	if err == nil {
		err = os.WriteFile(filepath.Join(results, recordsFile), append(text, '\n'), 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(results, "goroutines.md"), []byte(page(all)), 0o644)
	}
	return err
}

// order returns the place of the subject of a record.
func order(r record) int {
	return slices.Index(subjects, r.Package)
}

func main() {
	pattern := flag.String("run", "", "explore the directories that match `REGEXP`; '^$' only writes the page")
	flag.Parse()
	if err := run(machine.Results(), *pattern); err != nil {
		fmt.Fprintf(os.Stderr, "goroutines: %v\n", err)
		os.Exit(1)
	}
}
