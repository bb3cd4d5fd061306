package main

import (
	"flag"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/pflag"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/command"
)

// TestStandardFlags: flags with one dash or two are parsed as by the standard package flag.
func TestStandardFlags(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOfN(rapid.Custom(word), 0, 6).Draw(t, "args")
		if i := slices.Index(args, "--"); i > 0 && strings.HasPrefix(args[i-1], "-") {
			return // package flag cannot tell whether it is a value
		}
		var want, got command.Options
		patterns, err := standard(&want, args)
		if err != nil {
			return
		}
		accepted++
		others, err := parseFlags(flags(&got), args)
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateComparable(bounding.Bound{})) + cmp.Diff(patterns, others, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q: (-flag +pflag)\n%s", args, diff)
		}
	})
	if accepted == 0 {
		t.Error("all command lines were refused")
	}
}

// word draws an argument.
func word(t *rapid.T) string {
	values := []string{"4", "0..6", "-1", "true", "false", "90s", "tree", "text", "./a", "-", "--", "", "x=y", "-json", "--v", "=", "bound"}
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		return rapid.SampledFrom(values).Draw(t, "value")
	}
	var names []string
	searchFlags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	flag := rapid.SampledFrom([]string{"-", "--"}).Draw(t, "dashes") + rapid.SampledFrom(names).Draw(t, "name")
	if rapid.Bool().Draw(t, "assigned") {
		flag += "=" + rapid.SampledFrom(values).Draw(t, "assigned value")
	}
	return flag
}

// standard parses arguments by the standard package flag, before, between and after others.
func standard(o *command.Options, args []string) (others []string, err error) {
	fs := flag.NewFlagSet("checkmodel", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	flags(o).VisitAll(func(f *pflag.Flag) { fs.Var(f.Value, f.Name, "") })
	for err == nil && len(args) > 0 {
		err = fs.Parse(args)
		rest := fs.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(others, rest...), err
		}
		if len(rest) > 0 {
			others, rest = append(others, rest[0]), rest[1:]
		}
		args = rest
	}
	return others, err
}
