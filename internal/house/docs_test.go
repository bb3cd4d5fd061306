package house

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

// TestDocs: the Go code in the documents is part of a file of this repository, and the consoles
// show what the command prints.
func TestDocs(t *testing.T) {
	testsize.LongOnly(t)
	command := filepath.Join(t.TempDir(), "checkmodel")
	run(t, ".", "go", "build", "-o", command, "./cmd/checkmodel")
	t.Setenv("PATH", filepath.Dir(command)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	sources := goSources(t)
	for name, dir := range map[string]string{"docs/writing-models.md": tutorialModule(t), "docs/cookbook.md": ".", "docs/command.md": "."} {
		for _, block := range regexp.MustCompile("(?s)```(go|console)\n(.*?)```").FindAllStringSubmatch(read(t, name), -1) {
			if block[1] == "console" {
				console(t, name, command, dir, block[2])
			} else if !strings.Contains(sources, block[2]) {
				t.Errorf("%s: no file has the code\n%s", name, block[2])
			}
		}
	}
}

// console executes the commands in a block and compares their output. If a command must fail, the
// last line of its output is "exit status N". Lines such as "12> back", which checkmodel explore prints, are its
// input.
func console(t *testing.T, name, command, dir, block string) {
	t.Helper()
	for _, session := range strings.Split(block, "$ checkmodel ")[1:] {
		args, want, _ := strings.Cut(session, "\n")
		cmd := exec.Command(command, strings.Fields(strings.ReplaceAll(args, "'", ""))...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		var input strings.Builder
		for _, line := range entered.FindAllStringSubmatch(want, -1) {
			fmt.Fprintln(&input, line[1])
		}
		cmd.Stdin = strings.NewReader(input.String())
		got, err := cmd.Output()
		if err != nil {
			got = fmt.Appendf(got, "%v\n", err)
		}
		if !printedAs(want).MatchString(timeless(string(got))) {
			t.Errorf("%s: checkmodel %s prints\n%s\nand not\n%s", name, args, got, want)
		}
	}
}

// entered matches a prompt of checkmodel explore with a command.
var entered = regexp.MustCompile("(?m)^[0-9]+> (.*)$")

// printedAs returns an expression for the output of a command in a document, without times. A line
// with "…" stands for any lines.
func printedAs(output string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(timeless(output))
	return regexp.MustCompile("^" + strings.ReplaceAll(pattern, "…\n", "(?s:.*)") + "$")
}

// timeless replaces the times of searches in a report.
func timeless(report string) string { return seconds.ReplaceAllString(report, "0.00s") }

// goSources returns the files that the documents quote, concatenated.
func goSources(t *testing.T) string {
	t.Helper()
	paths, err := filepath.Glob("models/examples/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, path := range append(paths, "proc/example_test.go", "proc/loop_test.go", "proc/protomsg/example_test.go", "checker/example_faults_test.go", "checker/example_model_test.go", "vet/maporder/testdata/good.go", "cmd/checkmodel/scaffold/model.go.txt", "cmd/checkmodel/scaffold/model_test.go.txt") {
		b.WriteString(read(t, path))
	}
	return b.String()
}

// tutorialModule creates the user's module of the tutorial, as docs/command.md describes for a
// clone.
func tutorialModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "off")
	run(t, dir, "go", "mod", "init", "example.com/user")
	run(t, dir, "go", "mod", "edit", "-require", module+"@v0.0.0", "-replace", module+"="+here)
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), []byte(read(t, "go.sum")), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "go", "get", "-tool", module+"/cmd/checkmodel")
	for _, model := range []string{"lease", "raft"} {
		if err := os.CopyFS(filepath.Join(dir, model), os.DirFS("models/examples/"+model)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestLineLengths: documents can be read in a terminal and reviewed line by line. Tables and
// blocks of code cannot be wrapped.
func TestLineLengths(t *testing.T) {
	const limit = 100
	for _, name := range append(documents(t), results(t)...) {
		code := false
		for i, line := range strings.Split(read(t, name), "\n") {
			fence := strings.HasPrefix(strings.TrimSpace(line), "```")
			if fence {
				code = !code
			}
			fixed := code || fence || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "    ")
			if length := utf8.RuneCountInString(line); length > limit && !fixed {
				t.Errorf("%s:%d has %d characters; %d are the limit", name, i+1, length, limit)
			}
		}
	}
}

// documents returns the names of the documents that describe the tool.
func documents(t *testing.T) []string { return matching(t, "*.md", "docs/*.md") }

// results returns the names of the documents that show measurements.
func results(t *testing.T) []string { return matching(t, "results/*.md") }

// matching returns the names of the files that match one of the patterns.
func matching(t *testing.T, patterns ...string) []string {
	t.Helper()
	var names []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	return names
}

// run executes a command that must succeed and returns what it prints.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}
