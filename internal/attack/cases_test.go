//go:build unix

package attack

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

// badModel is a model that is wrong in some way.
type badModel struct {
	name string
	// main is the body of the first process; fields are more fields of the model.
	main, fields string
	// models is the body of the function Models, instead of main.
	models string
	// top are declarations of the package, which all share. init is executed when the model is selected.
	top, init string
	// source is a package of its own, for models that cannot be built with others.
	source string
	// args are more flags of the run.
	args string
	// status is how the command must exit, or anyStatus; says is a regular expression that the output must match.
	status int
	says   string
	// ends says that the code ends the whole program, so that Go may print a trace.
	ends bool
	// long says that it takes seconds, so that it is in the long form only; endless also that it does not end by itself.
	long, endless bool
}

// anyStatus is the status of models that may either be reported as a mistake or be tolerated.
const anyStatus = -1

// TestBadModels: each bad model is reported as declared, and those after it are checked.
func TestBadModels(t *testing.T) {
	t.Parallel()
	l := theLab
	var tops, inits, choices strings.Builder
	seen := map[string]bool{}
	for _, m := range badModels {
		if seen[m.name] {
			t.Errorf("several models have the name %s", m.name)
		}
		seen[m.name] = true
		if m.source != "" {
			must(t, l.file("broken/"+m.name+"/m.go", m.source))
			continue
		}
		models := m.models
		if models == "" {
			models = fmt.Sprintf("return []checker.Model{{Name: %q, Main: func(p *proc.P) {\n%s\n}, %s}, fine}", m.name, m.main, m.fields)
		}
		fmt.Fprintf(&choices, "\tcase %q:\n%s\n", m.name, models)
		fmt.Fprintln(&tops, m.top)
		fmt.Fprintf(&inits, "\tcase %q:\n%s\n", m.name, m.init)
	}
	must(t, l.file("bad/bad.go", fmt.Sprintf(badSource, &tops, &inits, &choices)))
	// It must build. An unknown name selects the model that is fine.
	if o := l.run(t, call{dir: l.dir(t), args: []string{labPath + "/bad"}, statuses: []int{0}}); t.Failed() {
		t.Fatal(o.output())
	}
	quick := slices.DeleteFunc(slices.Clone(badModels), func(m badModel) bool { return !testsize.Long() && (m.long || m.endless) })
	for _, i := range sample(len(quick), 10) {
		m := quick[i]
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			c := call{dir: l.dir(t), env: []string{"BAD_MODEL=" + m.name}, traces: m.ends, statuses: []int{m.status}}
			if m.status == anyStatus {
				c.statuses = []int{0, 1, 2}
			}
			timeout, path := "60s", labPath+"/bad"
			if m.endless {
				timeout = "2s"
			}
			if m.source != "" {
				path = labPath + "/broken/" + m.name
			}
			c.args = slices.Concat([]string{"-timeout", timeout}, strings.Fields(m.args), []string{path})
			all := l.run(t, c).output()
			switch {
			case !regexp.MustCompile(m.says).MatchString(all):
				t.Errorf("it does not say %q:\n%s", m.says, excerpt(all))
			case m.status == 2 && !m.ends && regexp.MustCompile(`(?m)^`+m.name+` +(no +\d+.*)?verified`).MatchString(all):
				t.Errorf("the model is said to be verified:\n%s", excerpt(all))
			case !m.ends && !m.long && !m.endless && m.main != "" && m.status > 0 && !strings.Contains(all, "fine"):
				t.Errorf("there is no report of the model after it:\n%s", excerpt(all))
			}
			clean(t, c.dir)
		})
	}
}

// searches has flags of searches. The first four, one of each kind, are in the plain form.
var searches = []string{
	"-model ^mixed$ -bound 3 -until end -delivery bag", "-model ^large$ -search states", "-model ^mixed$ -runs 3000 -seed 3 -until end", "-model ^mixed$ -bound 0..2 -until end",
	"-model ^mixed$ -bound 0..4 -until end", "-model ^mixed$ -bound 5 -until end", "-model ^mixed$ -search states -until end",
	"-model ^large$", "-model ^large$ -seed 7 -bound 7", "-model ^large$ -delivery channel -bound 7",
}

// TestResume: a search that is killed or interrupted several times, and resumed each time, has the result of one that is not. The
// last run removes the files that killed ones have left.
func TestResume(t *testing.T) {
	t.Parallel()
	l := theLab
	rounds := testsize.Sample(1, 30)
	for _, flags := range searches[:testsize.Sample(4, len(searches))] {
		t.Run(flags, func(t *testing.T) {
			t.Parallel()
			undisturbed := l.run(t, call{dir: l.dir(t), args: append(strings.Fields(flags), "-json", "-minimize=off", searched), statuses: []int{0, 1}})
			for round := range rounds {
				t.Run(fmt.Sprint(round), func(t *testing.T) {
					disturb(t, l, rand.New(rand.NewPCG(1, uint64(round))), flags, undisturbed)
				})
			}
		})
	}
}

// times matches the times in a report of -json.
var times = regexp.MustCompile(`,"(elapsed_seconds|interleavings_per_second)":[-+.\deE]+`)

// disturb stops a search several times, each time when it has been saved once more, and compares its result.
func disturb(t *testing.T, l *lab, rng *rand.Rand, flags string, undisturbed *outcome) {
	dir := l.dir(t)
	file := filepath.Join(dir, "saved")
	for stops := 1 + rng.IntN(testsize.Sample(1, 4)); ; stops-- {
		c := call{dir: dir, statuses: []int{0, 1, 130, 143}}
		c.args = append([]string{"-json", "-minimize=off", "-checkpoint", file, "-checkpoint-every", "1ms", "-workers", fmt.Sprint(1 + rng.IntN(3))}, strings.Fields(flags)...)
		before, err := os.Stat(file)
		if err == nil {
			c.args = append(c.args, "-resume", file)
		}
		c.args = append(c.args, searched)
		if stops > 0 {
			signal, all, pause := [...]syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}[rng.IntN(4)], rng.IntN(2), time.Duration(rng.IntN(20))*time.Millisecond
			c.meddle = func(p *os.Process) {
				for p.Signal(syscall.Signal(0)) == nil {
					if now, err := os.Stat(file); err == nil && (before == nil || !os.SameFile(before, now)) {
						time.Sleep(pause)
						syscall.Kill(p.Pid*(1-2*all), signal) // the command, or, as a terminal does, all its processes
						return
					}
					time.Sleep(time.Millisecond)
				}
			}
		}
		o := l.run(t, c)
		if o.signal == 0 && o.status < 2 {
			if o.status != undisturbed.status {
				t.Errorf("it ends with status %d, want %d\n%s", o.status, undisturbed.status, excerpt(o.output()))
			}
			if got, want := times.ReplaceAllString(o.stdout, ""), times.ReplaceAllString(undisturbed.stdout, ""); got != want {
				t.Errorf("the result is\n%s\nwant\n%s", excerpt(got), excerpt(want))
			}
			t.Logf("%d stops came too late", max(stops, 0))
			break
		}
		if stops <= 0 || t.Failed() {
			t.Errorf("it does not end, with status %d\n%s", o.status, excerpt(o.output()))
			return
		}
	}
	clean(t, dir)
}

// surroundings are odd files and variables of the environment, each with a shell command that executes "$@", and a regular expression for the output.
// The first six are in the plain form.
var surroundings = []struct {
	name, shell string
	env         []string
	statuses    []int
	says        string
}{
	{"standard output is full", `"$@" >/dev/full`, nil, []int{2}, "no space left"},
	{"no standard output", `"$@" >&-`, nil, []int{0, 2}, ""},
	{"nobody reads", `"$@" | true`, nil, []int{0}, ""},
	{"no working directory", `mkdir gone; cd gone; rmdir ../gone; "$@"`, nil, []int{2}, "checkmodel: "},
	{"go is killed", `mkdir b; printf '#!/bin/sh\nkill -9 $$\n' >b/go; chmod +x b/go; PATH=$PWD/b:$PATH "$@"`, nil, []int{2}, "checkmodel: "},
	{"few files may be open", `ulimit -n 20; "$@"`, nil, []int{0, 2}, "."},
	{"no standard input", `"$@" <&-`, nil, []int{0}, "violated"},
	{"no standard error", `"$@" 2>&-`, nil, []int{0}, "violated"},
	{"no files at all", `"$@" <&- >&- 2>&-`, nil, []int{0, 2}, ""},
	{"standard error is full", `"$@" 2>/dev/full`, nil, []int{0}, "violated"},
	{"both are full", `"$@" >/dev/full 2>&1`, nil, []int{2}, ""},
	{"the page is full", `ln -s /dev/full page.html; "$@"`, nil, []int{2}, "page.html"},
	{"files must be small", `ulimit -f 1; "$@"`, nil, []int{0, 2}, "."},
	{"no files can be written", `ulimit -f 0; "$@"`, nil, []int{2}, "checkmodel: "},
	{"more files are open", `"$@" 3>/dev/null 4</dev/null 5>x`, nil, []int{0}, "violated"},
	{"little memory", `ulimit -v 300000; "$@"`, nil, []int{0, 2}, "."},
	{"signals are ignored", `trap '' INT TERM HUP PIPE CHLD; "$@"`, nil, []int{0}, "violated"},
	{"no go command", "", []string{"PATH=/dev/null"}, []int{2}, "no command 'go' in PATH"},
	{"go prints nonsense", `mkdir b; printf '#!/bin/sh\necho bad\n' >b/go; chmod +x b/go; PATH=$PWD/b "$@"`, nil, []int{2}, "go list"},
	{"GOMAXPROCS many", "", []string{"GOMAXPROCS=500"}, []int{0}, "violated"},
	{"COLUMNS huge", "", []string{"COLUMNS=99999999999999999999"}, []int{0}, "violated"},
	{"environment large", `X=$(head -c 100000 /dev/zero | tr '\0' x) "$@"`, nil, []int{0}, "violated"},
}

// TestSurroundings: the command works or says what is wrong where files are closed, the disk is full or variables are odd.
func TestSurroundings(t *testing.T) {
	t.Parallel()
	for _, s := range surroundings[:testsize.Sample(6, len(surroundings))] {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			c := call{dir: theLab.dir(t), args: []string{"-model", "^race$", "-html", "page.html", "-keep", "kept", searched}, env: s.env, shell: s.shell, statuses: s.statuses}
			if o := theLab.run(t, c); !regexp.MustCompile(s.says).MatchString(o.output()) {
				t.Errorf("it does not say %q:\n%s", s.says, excerpt(o.output()))
			}
			clean(t, c.dir)
		})
	}
}

// oddValues are given to each flag that has a value, in a directory with a directory dir and a file named file.
var oddValues = []string{
	"", " ", "0", "-1", "1", "1.5", "1e999", "NaN", "0x10", "1_000", "4294967296", "9223372036854775808", "99999999999999999999999", "none", "..", "0..3", "3..0", "0..", "0..9223372036854775807", "abc", "日本語\u202e", "\xff\xfe",
	"\x1b[31m", "a\nb", "*", "(", "(x+x+)+y", "/dev/null", "/dev/full", "/dev/zero", "/dev/stdout", "/dev/fd/99", ".", "dir", "dir/missing/file", "file", "file/x", "-", "--", "-x", "$(touch x)", "%s%n", "1ns", "-1s", "1000000000000h",
	strings.Repeat("x", 100000), strings.Repeat("9", 1000), strings.Repeat("(", 10000), "v1 1*9223372036854775808", "v1 main*1000000", "v1 main=-1", "v99", "v1 0*2147483648\n# delivery: mail\n",
}

// refusedValues are values that a flag with a value of that name must refuse.
var refusedValues = map[string][]string{
	"N":        {"", " ", "1.5", "1e999", "NaN", "99999999999999999999999", "abc", "a\nb", "*"},
	"DURATION": {"", " ", "1", "NaN", "99999999999999999999999", "abc", "*", "1000000000000h"},
	"FILE":     {"", "dir/missing/file", "file/x", "dir"},
	"":         {"", "2", "maybe", "\xff"}, // of a flag that is true or false
}

// oddArguments are command lines without flags that have a value.
var oddArguments = [][]string{
	{}, {""}, {"-"}, {"--"}, {"---"}, {"-="}, {"--nonsense=1", searched}, {"-vvvv", searched}, {"--", "-list", searched}, {searched, searched}, {"nowhere"}, {"..."}, {"/"}, {"fmt"}, {"file"}, {"file.go"}, {"\xff"}, {"@file"}, {searched + "@v1"},
	{strings.Repeat("x", 100000)}, {"help", "nonsense"}, {"help", "\x1b[31m"}, {"help", "all"}, {"-h=3"}, {"version", "x"}, {"completion", "nonsense"}, {"new", ""}, {"new", "file/x"}, {"new", "func"}, {"new", "a b"}, {"new", strings.Repeat("x", 300)},
	{"show"}, {"show", "file"}, {"show", "dir"}, {"show", "/dev/null"}, {"vet", "-nonsense", "./..."}, {"-list", "-json", searched}, {"-replay", "v1", "-resume", "file", searched}, {"-around", "v1", "-replay", "v1", searched},
	{"-around", "v1 nobody", "-model", "^race$", searched}, {"-search", "none", "-checkpoint", "x", searched}, {"-html", "x", "-html", "x", "-svg", "x", "-json", "-model", "race", searched},
}

// TestFlags gives each flag that the help text lists odd values, and the command odd arguments.
func TestFlags(t *testing.T) {
	t.Parallel()
	l := theLab
	report := l.run(t, call{dir: l.dir(t), args: []string{"-json", "-model", "^race$", searched}, statuses: []int{0}}).stdout
	lines, refused := slices.Clone(oddArguments), map[int]bool{}
	listed := regexp.MustCompile(`(?m)^ +(?:-\w, )?--([\w-]+)(?: ([A-Z]+))?(?:  |$)`)
	for _, command := range [][]string{nil, {"show"}} {
		begin, end := []string{"-timeout", "60s", "-model", "^race$"}, searched
		if command != nil {
			begin, end = command, "report.json"
		}
		help := l.run(t, call{dir: l.dir(t), args: append(slices.Clone(command), "-h"), statuses: []int{0}})
		flags := listed.FindAllStringSubmatch(help.stdout, -1)
		if len(flags) < 4 {
			t.Errorf("the help text lists %d flags only:\n%s", len(flags), help.stdout)
		}
		for _, f := range flags {
			values := oddValues
			if f[2] == "" {
				values = append(refusedValues[""], "true", "false")
			}
			for _, v := range values {
				refused[len(lines)] = slices.Contains(refusedValues[f[2]], v) && f[1] != "help"
				lines = append(lines, slices.Concat(begin, []string{"-" + f[1] + "=" + v, end}))
			}
		}
	}
	for _, i := range sample(len(lines), 10) {
		t.Run(fmt.Sprintf("%.60q", lines[i]), func(t *testing.T) {
			t.Parallel()
			dir := l.dir(t)
			must(t, os.Mkdir(filepath.Join(dir, "dir"), 0o777))
			must(t, os.WriteFile(filepath.Join(dir, "file"), []byte("This is a file.\n"), 0o666))
			must(t, os.WriteFile(filepath.Join(dir, "report.json"), []byte(report), 0o666))
			o := l.run(t, call{dir: dir, args: lines[i], statuses: []int{0, 1, 2, 3}})
			switch {
			case refused[i] && o.status != 2:
				t.Errorf("it exits with status %d, want 2:\n%s", o.status, excerpt(o.output()))
			case o.status == 2 && !strings.Contains(o.stderr, "checkmodel") && !slices.Contains(lines[i], "vet"):
				t.Errorf("it exits with status 2, and does not say that it is checkmodel that has a problem:\n%s", excerpt(o.output()))
			}
			clean(t, dir)
		})
	}
}
