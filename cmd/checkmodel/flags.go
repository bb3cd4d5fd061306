package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
)

// parse parses the command line: flags, with one dash or two, before, between and after the
// packages; after "--" there are only packages. The error joins all problems, including problems
// with files to write, or is pflag.ErrHelp.
func parse(args []string) (o command.Options, patterns []string, err error) {
	fs := flags(&o)
	patterns, err = parseFlags(fs, args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return o, nil, err
	case len(patterns) == 0 && !misspelt(err):
		err = problems.Join(err, fmt.Errorf("name the packages to check, as in '%s ./...'", started()))
	}
	return o, patterns, problems.Join(err, o.Validate(), o.Destinations(""))
}

// group holds the flags under one heading of the help text.
type group struct {
	title string
	*pflag.FlagSet
}

// groups returns the flags that set the options, in the order of the help text.
func groups(o *command.Options) []group {
	return []group{
		{"To begin with", essential(o)},
		{"What is explored", explored(o)},
		{"How long, and what is saved", limited(o)},
		{"What is reported", reported(o)},
	}
}

// flags returns all flags that set the options.
func flags(o *command.Options) *pflag.FlagSet {
	all := newFlags("checkmodel")
	all.SortFlags = true
	for _, g := range groups(o) {
		all.AddFlagSet(g.FlagSet)
	}
	return withAliases(all)
}

// essential returns the flags that a beginner needs.
func essential(o *command.Options) *pflag.FlagSet {
	fs := newFlags("essential")
	value(fs, "bound", "b", "explore schedules of cost at most `N`; report how many branches were cut (default: the model's bound)",
		"a number from 0, a range such as 0..6, preemption:N, delay:N or none", func(s string) error { return o.Bound.UnmarshalText([]byte(s)) })
	fs.StringVarP(&o.Model, "model", "m", "", "check only the models whose name matches `REGEXP`")
	toggle(fs, "verbose", "v", "show every violation with its trace, and values in full length", &o.Verbose)
	return fs
}

// explored returns the flags that define the exploration.
func explored(o *command.Options) *pflag.FlagSet {
	fs := newFlags("explored")
	choice(fs, (*string)(&o.Algorithm), "search", "", words(checker.Algorithms()),
		"search by algorithm `NAME` (default: the model's, or optimal); 'checkmodel help search' lists them")
	number(fs, "runs", "run `N` random interleavings (strategy: portfolio); report the odds of having missed a bug", &o.Runs)
	number(fs, "bug-depth", "assume bugs of depth `N` for the odds: N events must come late, in a given order (default: 2)", &o.BugDepth)
	value(fs, "seed", "", "draw other random runs, or explore in another order, which depends on `N`", "a whole number from 0", func(s string) (err error) {
		o.Seed, err = strconv.ParseUint(s, 10, 64)
		return err
	})
	fs.Func("replay", "execute one interleaving: a `SCHEDULE`, a file that has one, or run:N for one of the random runs", func(s string) error {
		o.Replay, o.ReplayFile, o.Run = nil, "", 0
		if number, ok := strings.CutPrefix(s, "run:"); ok {
			if o.SetRun(number) != nil {
				return fmt.Errorf("-replay is %q; the number of a run is a whole number from 1, as in run:7", s)
			}
			return nil
		}
		f, file, err := schedule(s)
		o.Replay, o.ReplayFile = &f, file
		if err != nil {
			return fmt.Errorf("-replay: %w", err)
		}
		return nil
	})
	annotate(fs, "replay", kindOf, []string{aFile})
	fs.Func("around", "begin with the interleaving `SCHEDULE`, and continue with those near it (see -bound)", func(s string) error {
		f, file, err := schedule(s)
		o.Around, o.AroundFile = &f, file
		if err != nil {
			return fmt.Errorf("-around: %w", err)
		}
		return nil
	})
	annotate(fs, "around", kindOf, []string{aFile})
	fs.Func("delivery", "deliver messages by `KIND`: instant, channel or bag; with ,late on receipt (default: the model's)", func(s string) error {
		o.SetDelivery(s)
		return nil
	})
	annotate(fs, "delivery", valuesOf, append(words(proc.Deliveries()), "late", "channel,late", "bag,late"))
	fs.Func("faults", "change the model's faults, by `FAULTS` such as 'crashes=1'; 'checkmodel help faults' lists them", func(s string) error {
		o.Faults = strings.TrimSpace(o.Faults + " " + s)
		return nil
	})
	fs.Func("without", "leave out the external events called `NAME` (proc.External); may be repeated", func(s string) error {
		o.Without = append(o.Without, s)
		return nil
	})
	value(fs, "set", "", "set a parameter of the models, as `NAME=N`; -list shows the parameters; may be repeated",
		"names of parameters, each with one whole number, as clients=3,servers=2", o.SetParameters)
	fs.Var(patterns{o}, "receive-patterns", "let messages race only if a receive can tell their order; off with -search states")
	number(fs, "depth", "cut interleavings after `N` events; report how many (default: the model's limit, or 10000)", &o.Depth)
	return fs
}

// limited returns the flags that limit a search, and the flags that save it.
func limited(o *command.Options) *pflag.FlagSet {
	fs := newFlags("limited")
	choice(fs, (*string)(&o.Until), "until", "", words(checker.Untils()),
		"stop at violation `WHICH`: undeclared (default), first, shortest, end (none); or at goals")
	duration(fs, "timeout", "stop after `DURATION`, such as 90s or 2h30m; the models share it equally", "90s or 2h30m", &o.Timeout)
	number(fs, "max-interleavings", "explore at most `N` interleavings of each model (default: the model's limit)", &o.MaxInterleavings)
	value(fs, "memory", "", "save and stop at `SIZE` of memory, such as 4GiB (default: what is free)",
		memory.Wanted, o.SetMemory)
	number(fs, "workers", "search with `N` goroutines and the same result (default: one for each processor)", &o.Workers)
	filename(fs, "checkpoint", aFile, "save a search that is stopped in `FILE` (default: MODEL.checkpoint on interrupt)",
		func(s string) { o.Checkpoint = s })
	duration(fs, "checkpoint-every", "save it every `DURATION` as well", "90s or 10m", &o.CheckpointEvery)
	filename(fs, "resume", aFile, "continue the search saved in `FILE`, with the same flags and models", func(s string) { o.Resume = s })
	return fs
}

// reported returns the flags that define the report.
func reported(o *command.Options) *pflag.FlagSet {
	fs := newFlags("reported")
	toggle(fs, "list", "", "list the models instead of checking them", &o.List)
	toggle(fs, "watch", "", "check again when a file changes", &o.Watch)
	value(fs, "show", "", "describe `N` violations with traces, one of each model first, or else the first interleavings; or the way to a GOAL",
		"a whole number, or a goal of a model", o.SetShow)
	toggle(fs, "explain", "", "report which pairs of operations cause the most interleavings, and what may help", &o.Explain)
	value(fs, "minimize", "", "minimize violations for `DURATION` a model, or off (default: those shown, for 10s)",
		"a duration above 0, such as 30s, or off", o.SetMinimize)
	toggle(fs, "original", "", "show also what a minimized violation was made from; -svg draws only that", &o.Original)
	number(fs, "width", "break lines at `N` columns (default: the terminal's)", &o.Width)
	filename(fs, "keep", aDirectory, "write the schedules of violations to `DIRECTORY`; go test replays those in testdata/checkmodel", func(s string) { o.Keep = s })
	toggle(fs, "json", "", "print a JSON object for each model, on a line of its own", &o.JSON)
	usages := map[report.Format]string{
		report.HTMLFormat:  "write a page to `FILE` that shows the violations, event by event",
		report.JUnitFormat: "write the results to `FILE` as JUnit test results, for CI",
		report.SARIFFormat: "write the violations to `FILE` as SARIF 2.1.0, for code hosts",
		report.SVGFormat:   "write a diagram of the violation that is shown to `FILE`",
	}
	for _, format := range report.Formats() {
		if format == report.TextFormat || format == report.JSONFormat {
			continue // they go to standard output
		}
		filename(fs, string(format), aFile, usages[format], func(s string) { o.Outputs = append(o.Outputs, command.Output{Format: format, File: s}) })
	}
	toggle(fs, "require-complete", "", "exit with status 3 if a bound or a budget cut a search", &o.RequireComplete)
	withHelp(fs)
	return fs
}

// schedule parses a schedule: the text itself, which contains white space, or the content of the
// file with that name. It returns the name of the file if it is a regular one.
func schedule(s string) (f corpus.Failure, file string, err error) {
	if info, err := os.Stat(s); err == nil {
		text, err := files.Read(s, files.MaxSchedule)
		if err == nil {
			f, err = corpus.Parse(string(text))
		}
		if err != nil {
			return f, s, fmt.Errorf("file %s: %w", s, err)
		}
		if !info.Mode().IsRegular() { // it cannot be read again
			s = ""
		}
		return f, s, nil
	}
	f, err = corpus.Parse(s)
	if err != nil {
		return f, "", fmt.Errorf("%.80q is neither a file, as seen from this directory, nor a schedule: %w", s, err)
	}
	return f, "", nil
}

// duration defines a flag for a duration.
func duration(fs *pflag.FlagSet, name, usage, examples string, d *time.Duration) {
	value(fs, name, "", usage, "a duration, as "+examples, func(s string) (err error) {
		*d, err = time.ParseDuration(s)
		return err
	})
}
