package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// minimizeFlags returns the flags of checkmodel minimize: the flags of a replay, and the time limit.
func minimizeFlags(o *command.Options) *pflag.FlagSet {
	fs := newFlags("checkmodel minimize")
	borrow(fs, flags(o), map[string]string{
		"minimize": "take at most `DURATION`, such as 10m (default: 30s)",
		"keep":     "write the smaller schedule to `DIRECTORY`/MODEL (default: beside FILE, if -keep or go test has written that)",
	}, slices.Concat(happening(), []string{"model", "minimize", "keep", "workers", "depth", "seed"}, reports(), []string{"width", "verbose", "original"})...)
	return withAliases(withHelp(fs))
}

// minimizeHelp returns the output of checkmodel minimize -h.
func minimizeHelp() string {
	return `usage: checkmodel minimize [flags] FILE [package]

Minimize replays the failure that -keep or go test has written to FILE, and
makes it smaller. The package is the one whose testdata holds FILE, or else the
current directory.

` + minimizeFlags(new(command.Options)).FlagUsagesWrapped(columns)
}

// runMinimize implements checkmodel minimize.
func runMinimize(args []string, stdout, stderr io.Writer) command.Status {
	limit := 30 * time.Second // longer than after a search, as the user asks for it
	o := command.Options{Minimize: &limit}
	names, err := parseFlags(minimizeFlags(&o), args)
	if errors.Is(err, pflag.ErrHelp) {
		return say(stdout, stderr, minimizeHelp())
	}
	pkg := ""
	switch {
	case misspelt(err):
	case len(names) != 1 && len(names) != 2:
		err = problems.Join(err, fmt.Errorf("name the file of the failure, as in '%s minimize testdata/checkmodel/NAME/0123456789abcdef.trace'", started()))
	default:
		failure, file, wrong := schedule(names[0])
		err = problems.Join(err, wrong)
		o.Replay, o.ReplayFile = &failure, file
		root := keptIn(file, failure)
		if o.Keep == "" {
			o.Keep = root
		}
		if pkg = packageOf(root); len(names) == 2 {
			pkg = names[1]
		}
	}
	if err = problems.Join(err, o.Validate(), o.Destinations("")); err != nil {
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s minimize -h' for help.\n", started())
		return command.Unusable
	}
	return execute(o, []string{pkg}, stderr)
}

// keptIn returns the directory of failures in which the file lies as -keep writes it; "" if there is none.
func keptIn(file string, f corpus.Failure) string {
	dir := filepath.Dir(file)
	if file == "" || f.Model() == "" || filepath.Base(dir) != corpus.Dir(f.Model()) {
		return ""
	}
	return filepath.Dir(dir)
}

// packageOf returns the package that has the directory of failures in its testdata; otherwise the current directory.
func packageOf(root string) string {
	testdata := filepath.Join("testdata", "checkmodel")
	dir, found := strings.CutSuffix(root, testdata)
	switch {
	case !found || dir == "":
		return "."
	case filepath.IsAbs(dir) || strings.HasPrefix(dir, ".."):
		return filepath.ToSlash(filepath.Clean(dir))
	}
	return "./" + filepath.ToSlash(filepath.Clean(dir))
}
