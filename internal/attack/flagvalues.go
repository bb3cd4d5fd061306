//go:build unix

package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// flagAttack gives each flag that the help text lists odd values.
var flagAttack = attack{
	name: "flags", about: "gives all flags odd values, and the command odd arguments",
	short: 100, long: 10000, prepare: prepareFlags,
}

// option is a flag as the help text lists it.
type option struct {
	command []string // the command that has it
	name    string
	value   string // the name of its value; "" for a boolean flag
}

// listed matches a flag in the help text.
var listed = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([\w-]+)(?: ([A-Z]+))?(?:  |$)`)

// oddValues are given to each flag that has a value. A case's directory contains a directory dir
// and a file named file.
var oddValues = []string{
	"", " ", "0", "-1", "1", "007", "1.5", "1e3", "1e999", "NaN", "Inf", "-Inf", "0x10", "1_000", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "99999999999999999999999", "true", "none", "..", "0..3", "3..0", "0..", "..5", "0..9223372036854775807", "-1..2", "abc", "ü", "日本語\u202e", "\xff\xfe", "\x1b[31m", "a\nb",
	"*", "(", "[", "^", "(x+x+)+y", "/dev/null", "/dev/full", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/fd/99", "/proc/nothing", ".", "dir", "dir/", "dir/missing/file", "file", "file/x",
	"-", "--", "-x", "$(touch x)", "%s%n", "1h", "1ns", "-1s", "9999999h", "1000000000000h", "1m1m1m", strings.Repeat("x", 100000), strings.Repeat("9", 1000), strings.Repeat("(", 10000),
}

// noNumbers are values that are not numbers, and noTimes values that are not durations.
var (
	noNumbers = []string{"", " ", "1.5", "1e3", "1e999", "NaN", "Inf", "-Inf", "99999999999999999999999", "abc", "ü", "a\nb", "*", "1h", "true"}
	noTimes   = []string{"", " ", "1", "1e3", "NaN", "Inf", "99999999999999999999999", "abc", "ü", "*", "true", "1000000000000h"}
)

// oddArguments are command lines without flags that have a value.
var oddArguments = [][]string{
	{}, {""}, {"-"}, {"--"}, {"---"}, {"-="}, {"--=1"}, {"-nonsense"}, {"--nonsense=1", searched}, {"-x", searched}, {"-kvx", searched}, {"-vvvv", searched}, {"--", "-list", searched}, {searched, searched},
	{"./nowhere"}, {"nowhere"}, {"..."}, {"/"}, {"./..."}, {"../..."}, {"fmt"}, {"std"}, {"example.com/nowhere"}, {"file"}, {"file.go"}, {"a b"}, {"\xff"}, {"@"}, {"@file"}, {searched + "@v1"}, {"'"}, {strings.Repeat("x", 100000)},
	{"help"}, {"help", ""}, {"help", "nonsense"}, {"help", "\x1b[31m"}, {"help", "bound", "depth"}, {"help", "all"}, {"help", "-bound"}, {"-h"}, {"-h=3"}, {"--help=false", searched},
	{"version"}, {"version", "x"}, {"version", "-x"}, {"completion"}, {"completion", "nonsense"}, {"completion", "bash", "zsh"}, {"completion", "bash"}, {"completion", ""},
	{"new"}, {"new", ""}, {"new", "dir"}, {"new", "file"}, {"new", "file/x"}, {"new", "a", "b"}, {"new", "func"}, {"new", "123"}, {"new", "ü"}, {"new", "a b"}, {"new", "../../../../../../../../proc/x"}, {"new", "-x"}, {"new", strings.Repeat("x", 300)}, {"new", "main"}, {"new", "x_test"},
	{"show"}, {"show", ""}, {"show", "file"}, {"show", "dir"}, {"show", "nowhere"}, {"show", "-"}, {"show", "/dev/null"}, {"show", "a", "b"}, {"show", "-html", "x", "file"}, {"vet", "-nonsense"}, {"vet", "-nonsense", "./..."},
	{"-list", "-json", searched}, {"-until", "never", searched}, {"-replay", "v1", "-resume", "file", searched}, {"-list", "-resume", "nowhere", searched}, {"-checkpoint-every", "1s", searched},
	{"-around", "v1", "-replay", "v1", searched}, {"-around", "file", searched}, {"-around", "v1 nobody", "-model", "^race$", searched}, {"-around", "v1", "-model", "^race$", searched}, {"-around", "v1 main*2 right", "-bound", "0..2", "-bound-kind", "delay", "-model", "^race$", searched},
	{"-runs", "5", "-classes", "0", "-model", "^race$", searched}, {"-classes", "7", "-model", "^race$", searched}, {"-search", "visited", "-runs", "200", "-classes", "1", "-model", "^race$", searched},
	{"-tree", "x", searched}, {"-search", "none", "-checkpoint", "x", searched}, {"-bound", "0..3", "-checkpoint", "x", "-model", "race", searched}, {"-html", "x", "-html", "x", "-svg", "x", "-json", "-model", "race", searched},
}

// call is a command line, and whether it must be refused.
type call struct {
	args    []string
	refused bool
}

func prepareFlags(l *lab) (cases, error) {
	if err := prepareSearched(l); err != nil {
		return cases{}, err
	}
	report, _, err := l.first("report", []int{0, 1}, "-json", "-model", "^race$", searched)
	if err != nil {
		return cases{}, err
	}
	var calls []call
	for _, args := range oddArguments {
		calls = append(calls, call{args: args})
	}
	for _, command := range [][]string{nil, {"show"}} {
		help, _, err := l.first("help", []int{0}, append(slices.Clone(command), "-h")...)
		if err != nil {
			return cases{}, err
		}
		all := listed.FindAllStringSubmatch(help.stdout, -1)
		if len(all) < 4 {
			return cases{}, fmt.Errorf("the help text lists %d flags only:\n%s", len(all), help.stdout)
		}
		for _, m := range all {
			calls = append(calls, option{command, m[1], m[2]}.calls()...)
		}
	}
	return cases{number: len(calls), run: func(t *trial) { t.call(calls[t.number-1], report.stdout) }}, nil
}

// calls returns command lines with the flag.
func (o option) calls() (all []call) {
	begin, end := []string{"-timeout", "10s", "-model", "^race$"}, []string{searched}
	if len(o.command) > 0 {
		begin, end = o.command, []string{"report.json"}
	}
	with := func(refused bool, flag ...string) {
		all = append(all, call{slices.Concat(begin, flag, end), refused})
	}
	if o.value == "" {
		for _, v := range []string{"true", "false", "", "2", "TRUE", "maybe", "\xff", strings.Repeat("1", 1000)} {
			with(o.name != "help" && !slices.Contains([]string{"true", "false", "TRUE"}, v), "-"+o.name+"="+v)
		}
		with(false, "-"+o.name, "-"+o.name)
		with(true, "-"+o.name+"x")
		return all
	}
	for _, v := range oddValues {
		refused := o.value == "N" && slices.Contains(noNumbers, v) || o.value == "DURATION" && slices.Contains(noTimes, v) || o.value == "FILE" && slices.Contains([]string{"", "dir/missing/file", "file/x", "dir"}, v)
		with(refused, "-"+o.name+"="+v)
	}
	if o.value == "FILE" && !slices.Contains([]string{"checkpoint", "resume"}, o.name) {
		with(true, "-"+o.name, "/dev/full") // output to it fails
	}
	with(false, "--"+o.name, "1", "-"+o.name, "2")
	all = append(all, call{slices.Concat(begin, end, []string{"-" + o.name}), true}) // without a value
	return all
}

// call runs a command line and judges the outcome.
func (t *trial) call(c call, report string) {
	t.title = shellLine(execution{args: c.args})
	t.write("file", []byte("This is a file.\n"))
	t.write("report.json", []byte(report))
	if err := os.Mkdir(t.path("dir"), 0o777); err != nil {
		t.fail("the case cannot be set up: %v", err)
	}
	o := t.run(execution{args: c.args, statuses: []int{0, 1, 2, 3}})
	switch {
	case len(t.wrong) > 0 || o.signal != 0:
	case c.refused && o.status != 2:
		t.fail("it exits with status %d, want 2:\n%s", o.status, excerpt(o.output()))
	case o.status == 2 && !strings.Contains(o.stderr, "checkmodel") && !slices.Contains(c.args, "vet"):
		t.fail("it exits with status 2, and does not say that it is checkmodel that has a problem:\n%s", excerpt(o.output()))
	}
}
