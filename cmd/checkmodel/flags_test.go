package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet"
)

// TestHelp: the help text has a line for each flag and each command. No line is longer than those of
// a terminal or ends with white space.
func TestHelp(t *testing.T) {
	for text, fs := range map[string]*pflag.FlagSet{help(): searchFlags(), showHelp(): savedFlags()} {
		visible(fs, func(f *pflag.Flag) {
			short := "   "
			if f.Shorthand != "" {
				short = "-" + f.Shorthand + ","
			}
			if f.Usage == "" || !strings.Contains(text, "\n  "+short+" --"+f.Name+" ") {
				t.Errorf("the help text says nothing of -%s:\n%s", f.Name, text)
			}
		})
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if n := utf8.RuneCountInString(line); n > columns || strings.TrimRight(line, " ") != line {
				t.Errorf("a line of the help text has %d characters: %q", n, line)
			}
		}
	}
	for _, v := range verbs() {
		if !strings.Contains(help(), "\n  "+v.name+" ") {
			t.Errorf("the help text says nothing of %s", v.name)
		}
	}
}

// The manual has an entry for each flag and each command, and no others.
func TestManual(t *testing.T) {
	want := map[string]bool{}
	visible(searchFlags(), func(f *pflag.Flag) { want["-"+f.Name] = true })
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

// All explanations of -until describe kinds of violations, and what is shown of them, in the
// same words.
func TestKindsOfViolations(t *testing.T) {
	guide, err := os.ReadFile("../../docs/writing-models.md")
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{"the manual": manual, "writing-models.md": strings.ReplaceAll(string(guide), "`", "")} {
		const want = "of each kind, a property with its explanation, the shortest is reported: one with its trace, with -v all of them"
		if !strings.Contains(strings.ToLower(strings.Join(strings.Fields(text), " ")), want) {
			t.Errorf("%s does not say %q", where, want)
		}
	}
}

// The manual describes the analyzers as they do themselves.
func TestManualOfVet(t *testing.T) {
	for _, a := range vet.Analyzers() {
		summary, _, _ := strings.Cut(a.Doc, "\n")
		want := fmt.Sprintf("\n    %-14s  %s\n", a.Name, strings.TrimPrefix(summary, "report "))
		if !strings.Contains(manual, want) {
			t.Errorf("the manual does not have the line %q", want)
		}
	}
}

// All documents describe exit status 1 in the same words.
func TestExitStatus(t *testing.T) {
	texts := map[string]string{"checkmodel -h": help()}
	for _, file := range []string{"docs/command.md", "internal/command/status.go"} {
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

// The README and docs/command.md name flags that exist.
func TestDocumentedFlags(t *testing.T) {
	for _, file := range []string{"README.md", "docs/command.md"} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		named := regexp.MustCompile("(?:`|checkmodel(?: [^`\n]*)? )-([a-z][a-z-]*)\\b[^.]").FindAllStringSubmatch(string(text), -1)
		if len(named) == 0 {
			t.Errorf("%s names no flag", file)
		}
		for _, m := range named {
			if m[1] == "format" { // of checkmodel show
				continue
			}
			flags := searchFlags()
			if flags.Lookup(m[1]) == nil && (len(m[1]) > 1 || flags.ShorthandLookup(m[1]) == nil) {
				t.Errorf("%s names -%s, and the command has no such flag", file, m[1])
			}
		}
	}
}

// docs/command.md lists the exit statuses that the help text lists.
func TestDocumentedStatuses(t *testing.T) {
	guide, err := os.ReadFile("../../docs/command.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(help(), "\nExit status\n")
	list, _, _ = strings.Cut(list, "\n\n")
	var want, got []string
	for _, m := range regexp.MustCompile(`(?m)^  (\d+) `).FindAllStringSubmatch(list, -1) {
		want = append(want, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \|`).FindAllStringSubmatch(string(guide), -1) {
		got = append(got, m[1])
	}
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("docs/command.md lists the exit statuses %v, and checkmodel -h %v", got, want)
	}
}

// The manual describes each possible value of a flag.
func TestManualOfAlternatives(t *testing.T) {
	texts := map[string]string{}
	for _, e := range entries() {
		texts[e.name] = e.text
	}
	choices := 0
	visible(searchFlags(), func(f *pflag.Flag) {
		for _, value := range f.Annotations[valuesOf] {
			choices++
			if !regexp.MustCompile(`\b` + value + `\b`).MatchString(texts["-"+f.Name]) {
				t.Errorf("the manual does not say what -%s %s is", f.Name, value)
			}
		}
	})
	if choices < 10 {
		t.Errorf("flags have %d values to choose from, want more", choices)
	}
}

// The completion for bash works, and that for other shells has every flag.
func TestCompletion(t *testing.T) {
	searchFlags().VisitAll(func(f *pflag.Flag) {
		fish := strings.Contains(fishCompletion(), " -o "+f.Name+" -l "+f.Name+" ")
		zsh := regexp.MustCompile(`[ "]--` + f.Name + `[ "]`).MatchString(zshCompletion())
		if fish == f.Hidden || zsh == f.Hidden {
			t.Errorf("-%s is completed by fish: %t, by zsh: %t; it is hidden: %t", f.Name, fish, zsh, f.Hidden)
		}
	})
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash on this machine")
	}
	for line, want := range map[string]string{
		"-bound":                "-bound",
		"--bound":               "--bound",
		"-b ":                   "",
		"show -for":             "-format",
		"show -bound":           "",
		"show -format sv":       "svg",
		"-keep ./test":          "./testdata",
		"-svg ./dashes.":        "./dashes.go",
		"--search=x -search so": "source",
		"ver":                   "version",
		"help requ":             "",
		"help -requ":            "-require-complete",
		"completion f":          "fish",
		"./testdata/script/":    "./testdata/script/",
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
	for _, c := range []struct {
		args     string
		want     command.Options
		patterns []string
	}{
		{"./a", command.Options{}, []string{"./a"}},
		{"-bound 4 ./a", command.Options{Bound: bounding.Tree(4)}, []string{"./a"}},
		{"./a --bound=4 ./b -json ./c", command.Options{Bound: bounding.Tree(4), JSON: true}, []string{"./a", "./b", "./c"}},
		{"-model -- ./a", command.Options{Model: "--"}, []string{"./a"}},
		{"-v -- ./a -json -- -bound", command.Options{Verbose: true}, []string{"./a", "-json", "--", "-bound"}},
		{"-bound none -search optimal ./a", command.Options{Bound: bounding.None(), Algorithm: "optimal"}, []string{"./a"}},
		{"-bound none -bound=4 ./a", command.Options{Bound: bounding.Tree(4)}, []string{"./a"}},
		{"-until end -until=first ./a", command.Options{Until: checker.UntilFirst}, []string{"./a"}},
		{"-receive-patterns=false ./a", command.Options{AnyDeliveriesRace: true}, []string{"./a"}},
		{"-receive-patterns=false ./a -receive-patterns", command.Options{ReceivePatterns: true}, []string{"./a"}},
		{"-receive-patterns ./a -receive-patterns=false", command.Options{AnyDeliveriesRace: true}, []string{"./a"}},
		// A later value replaces an earlier one as a whole.
		{"-delivery channel,late -search states ./a", command.Options{Delivery: proc.Channel, LateDelivery: true, Algorithm: checker.States}, []string{"./a"}},
		{"-delivery bag -delivery late -search states ./a", command.Options{LateDelivery: true, Algorithm: checker.States}, []string{"./a"}},
		{"-delivery late -delivery bag ./a", command.Options{Delivery: proc.Bag}, []string{"./a"}},
		{"-replay v1 -replay run:7 ./a", command.Options{Run: 7}, []string{"./a"}},
		// Shorthands, alone, together, and with their value in the word.
		{"-b 4 ./a", command.Options{Bound: bounding.Tree(4)}, []string{"./a"}},
		{"-b=4 ./a", command.Options{Bound: bounding.Tree(4)}, []string{"./a"}},
		{"-b4 ./a", command.Options{Bound: bounding.Tree(4)}, []string{"./a"}},
		{"-b 4 -b 5 ./a --bound 4", command.Options{Bound: bounding.Tree(4)}, []string{"./a"}},
		{"-vm -b ./a", command.Options{Verbose: true, Model: "-b"}, []string{"./a"}},
		// All ways to write -v, one of which is hidden.
		{"-v ./a", command.Options{Verbose: true}, []string{"./a"}},
		{"--v ./a", command.Options{Verbose: true}, []string{"./a"}},
		{"--v=true -v=false ./a", command.Options{}, []string{"./a"}},
		{"-verbose ./a", command.Options{Verbose: true}, []string{"./a"}},
		{"./a --verbose", command.Options{Verbose: true}, []string{"./a"}},
		// Values and packages that look like flags.
		{"-model -json ./a -model=-v=1", command.Options{Model: "-v=1"}, []string{"./a"}},
		{"-model --json ./a", command.Options{Model: "--json"}, []string{"./a"}},
		{"-m -json ./a", command.Options{Model: "-json"}, []string{"./a"}},
		{"-model= ./a", command.Options{}, []string{"./a"}},
		{"- -json true", command.Options{JSON: true}, []string{"-", "true"}},
		{"-json=false -json=0 ./a -list=T", command.Options{List: true}, []string{"./a"}},
		{"-v -- -v --", command.Options{Verbose: true}, []string{"-v", "--"}},
	} {
		want := c.want
		o, patterns, err := parse(strings.Fields(c.args))
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		if diff := cmp.Diff(want, o, cmpopts.EquateComparable(bounding.Bound{})) + cmp.Diff(c.patterns, patterns); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.args, diff)
		}
	}
}

// TestParseErrors: all mistakes in a command line are reported, each on its own line. No flag is taken
// for another one, nor for letters that it consists of.
func TestParseErrors(t *testing.T) {
	const negative = `-bound is "-1"; it must be a number from 0, a range such as 0..6, preemption:N, delay:N or none`
	for args, want := range map[string][]string{
		"-bound -1 ./a":    {negative},
		"-b -1 ./a":        {negative},
		"--bound=-1 ./a":   {negative},
		"-b-1 ./a":         {negative},
		"-b-kind tree ./a": {"flag provided but not defined: -b-kind; "},
		"-boun 4 ./a":      {"flag provided but not defined: -boun; did you mean -bound?"},
		"--boun=4 ./a":     {"flag provided but not defined: -boun; did you mean -bound?"},
		"-verbos ./a":      {"flag provided but not defined: -verbos; did you mean -verbose?"},
		"-htm f ./a":       {"flag provided but not defined: -htm; did you mean -html?"},
		"-modl x ./a":      {"flag provided but not defined: -modl; did you mean -model?"},
		"-replay run:0 -delivery channel,latte ./a":        {`-replay is "run:0"; the number of a run is a whole number from 1, as in run:7`, `-delivery is "channel,latte"; it must be one of instant, channel, bag`},
		"-replay run:99999999999999999999 ./a":             {`-replay is "run:99999999999999999999"; `},
		"-replay run:7 -search optimal -delivery late ./a": {`-delivery late does not go with -search "optimal", only with states`, `-replay run:N does not go with -search "optimal", only with one that draws interleavings: `},
		"-max 3 ./a":                     {"flag provided but not defined: -max; "},
		"-3":                             {"flag provided but not defined: -3; "},
		"-test.v ./a":                    {"flag provided but not defined: -test.v; "},
		"-=x ./a":                        {"bad flag syntax: --=x"},
		"---v ./a":                       {"bad flag syntax: ---v"},
		"-bond 4 -v -shwo":               {"flag provided but not defined: -bond; did you mean -bound?", "flag provided but not defined: -shwo; did you mean -show?"},
		"./a -seed x -bound":             {`-seed is "x"; it must be a whole number from 0`, "flag needs an argument: -bound"},
		"-seed x -wdth 3 -b y":           {`-seed is "x"; `, `-bound is "y"; `, "flag provided but not defined: -wdth; did you mean -width?"},
		"-v=maybe -json=no ./a":          {`-verbose is "maybe"; it must be true or false`, `-json is "no"; it must be true or false`},
		"./a -svg a/b -html c/d -seed x": {`-seed is "x"; `, "-svg a/b cannot be written: stat a: ", "-html c/d cannot be written: stat c: "},
		"-show -1 -width=-2":             {"name the packages to check", "-show is -1; ", "-width is -2; "},
	} {
		_, _, err := parse(strings.Fields(args))
		got := problems.Each(err)
		ok := len(got) == len(want)
		for i := range min(len(got), len(want)) {
			ok = ok && strings.HasPrefix(got[i].Error(), want[i])
		}
		if !ok {
			t.Errorf("%s: the error is\n%v\nwant\n%s", args, err, strings.Join(want, "\n"))
		}
	}
	for _, args := range []string{"-h", "--h", "-help", "--help=x", "-bound x -h ./a", "-h -bond", "-vh"} {
		if _, _, err := parse(strings.Fields(args)); err != pflag.ErrHelp {
			t.Errorf("%s: the error is %v, want that for help", args, err)
		}
	}
}
