package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/vet"
)

// The help text has a line for each flag and each command.
func TestHelp(t *testing.T) {
	flags(&cli.Options{}, nil).VisitAll(func(f *flag.Flag) {
		if !strings.Contains(help, "\n  -"+f.Name+" ") {
			t.Errorf("the help text says nothing of -%s", f.Name)
		}
	})
	for _, v := range verbs() {
		if !strings.Contains(help, "\n  "+v.name+" ") {
			t.Errorf("the help text says nothing of %s", v.name)
		}
	}
}

// The manual has an entry for each flag and each command, and no other.
func TestManual(t *testing.T) {
	want := map[string]bool{}
	flags(&cli.Options{}, nil).VisitAll(func(f *flag.Flag) { want["-"+f.Name] = true })
	for _, v := range verbs() {
		want[v.name] = true
	}
	for _, e := range entries() {
		if !want[e.name] {
			t.Errorf("manual.txt has an entry, or two, for %q, which is no flag or command", e.name)
		}
		delete(want, e.name)
		if e.summary == "" || strings.Contains(e.summary, "\n") {
			t.Errorf("the entry of %q does not begin with a sentence on a line of its own: %q", e.name, e.summary)
		}
	}
	for name := range want {
		t.Errorf("manual.txt has no entry for %q; write one, beginning with a sentence on a line of its own", name)
	}
}

// What a kind of violation is, and what of it is shown, is said in the same words wherever
// -keep-going is explained.
func TestKindsOfViolations(t *testing.T) {
	guide, err := os.ReadFile("../../docs/writing-models.md")
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{"checkmodel -h": help, "the manual": manual, "writing-models.md": strings.ReplaceAll(string(guide), "`", "")} {
		const want = "of each kind, a property with its explanation, the shortest is reported: one with its trace, with -v all of them"
		if !strings.Contains(strings.ToLower(strings.Join(strings.Fields(text), " ")), want) {
			t.Errorf("%s does not say %q", where, want)
		}
	}
}

// The manual lists the analyzers in their own words.
func TestManualOfVet(t *testing.T) {
	for _, a := range vet.Analyzers() {
		summary, _, _ := strings.Cut(a.Doc, "\n")
		want := fmt.Sprintf("\n    %-14s  %s\n", a.Name, strings.TrimPrefix(summary, "report "))
		if !strings.Contains(manual, want) {
			t.Errorf("the manual does not have the line %q", want)
		}
	}
}

// What exit status 1 stands for is said in the same words wherever that is.
func TestExitStatus(t *testing.T) {
	texts := map[string]string{"checkmodel -h": help}
	for _, file := range []string{"README.md", "cli/status.go"} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = strings.ReplaceAll(string(text), "//", "")
	}
	for where, text := range texts {
		for _, want := range []string{
			"a violation that the model does not declare, a declared one that a complete search did not find, or a goal that it did not reach",
			"a rule had nothing to judge",
		} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
				t.Errorf("%s does not say %q", where, want)
			}
		}
	}
}

// The manual says what each value of a flag means that has a choice.
func TestManualOfAlternatives(t *testing.T) {
	texts := map[string]string{}
	for _, e := range entries() {
		texts[e.name] = e.text
	}
	for name, values := range alternatives() {
		for value := range strings.FieldsSeq(values) {
			if !regexp.MustCompile(`\b` + value + `\b`).MatchString(texts["-"+name]) {
				t.Errorf("the manual does not say what -%s %s is", name, value)
			}
		}
	}
}

// What bash completes, and that every other shell is told of every flag.
func TestCompletion(t *testing.T) {
	for _, o := range options() {
		if !strings.Contains(fishCompletion(), " -o "+o.name+" ") || !strings.Contains(zshCompletion(), "-"+o.name) {
			t.Errorf("-%s is not completed", o.name)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash on this machine")
	}
	for line, want := range map[string]string{
		"-bound":             "-bound -bound-kind",
		"-bound-kind ":       "tree delay",
		"--dpor=x -dpor so":  "source",
		"ver":                "version",
		"help requ":          "",
		"help -requ":         "-require-complete",
		"completion f":       "fish",
		"./testdata/script/": "./testdata/script/",
	} {
		words := strings.Split("checkmodel "+line, " ")
		script := bashCompletion() + fmt.Sprintf("COMP_WORDS=(%s)\nCOMP_WORDS+=(%q)\nCOMP_CWORD=%d\n_checkmodel\necho \"${COMPREPLY[*]}\"\n",
			strings.Join(words[:len(words)-1], " "), words[len(words)-1], len(words)-1)
		out, err := exec.Command(bash, "-c", script).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want && !(strings.HasPrefix(want, "./") && strings.HasPrefix(got, want)) {
			t.Errorf("%q is completed to %q, want %q; %v", line, got, want, err)
		}
	}
}

func TestParse(t *testing.T) {
	four := 4
	for _, c := range []struct {
		args     string
		want     cli.Options
		patterns []string
	}{
		{"./a", cli.Options{}, []string{"./a"}},
		{"-bound 4 ./a", cli.Options{Bound: &four}, []string{"./a"}},
		{"./a --bound=4 ./b -json ./c", cli.Options{Bound: &four, JSON: true}, []string{"./a", "./b", "./c"}},
		{"-model -- ./a", cli.Options{Model: "--"}, []string{"./a"}},
		{"-v -- ./a -json -- -bound", cli.Options{Verbose: true}, []string{"./a", "-json", "--", "-bound"}},
		{"-bound none -dpor optimal ./a", cli.Options{NoBound: true, Algorithm: "optimal"}, []string{"./a"}},
		{"-bound none -bound=4 ./a", cli.Options{Bound: &four}, []string{"./a"}},
		{"-keep-going=false -stop-at-first ./a", cli.Options{StopAtFirst: true}, []string{"./a"}},
		{"-receive-patterns=false ./a", cli.Options{AnyDeliveriesRace: true}, []string{"./a"}},
		{"-receive-patterns=false ./a -receive-patterns", cli.Options{}, []string{"./a"}},
	} {
		want := c.want
		want.BoundKind = cli.TreeBound // the default
		o, patterns, err := parse(strings.Fields(c.args))
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		if diff := cmp.Diff(want, o) + cmp.Diff(c.patterns, patterns); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.args, diff)
		}
	}
}
