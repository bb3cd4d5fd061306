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
	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
)

// parse parses the command line: flags, with one dash or two, before, between and after the
// packages; after "--" there are only packages. The error joins all problems, including those with
// files to write, or is pflag.ErrHelp.
func parse(args []string) (o cli.Options, patterns []string, err error) {
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

// algorithms returns what the text says of each algorithm, the default marked.
func algorithms(text func(checker.Traits) string, separator string) string {
	var all []string
	for i, name := range checker.Algorithms() {
		entry := text(name.Traits())
		if i == 0 {
			entry += " (the default)"
		}
		all = append(all, entry)
	}
	return strings.Join(all, separator)
}

// group holds the flags under one heading of the help text.
type group struct {
	title string
	*pflag.FlagSet
}

// groups returns the flags that set the options, in the order of the help text.
func groups(o *cli.Options) []group {
	return []group{
		{"What is explored", explored(o)},
		{"Which models, and how long", selected(o)},
		{"What is reported", reported(o)},
	}
}

// flags returns all flags that set the options.
func flags(o *cli.Options) *pflag.FlagSet {
	all := newFlags("checkmodel")
	all.SortFlags = true
	for _, g := range groups(o) {
		all.AddFlagSet(g.FlagSet)
	}
	return withAliases(all)
}

// explored returns the flags that say what is explored.
func explored(o *cli.Options) *pflag.FlagSet {
	fs := newFlags("explored")
	value(fs, "bound", "b", "only interleavings whose schedule costs at most `N`, and say how many branches that cut; without it, what the model says, or all. With 0..N, one search for each bound, up to the first with a violation that the model does not declare; with preemption:N, the cost is the number of preemptions; with none, all",
		"a whole number from 0, the first and the last of several in ascending order, as 0..6, one of these on preemptions, as preemption:2, or none", func(s string) error { return o.Bound.UnmarshalText([]byte(s)) })
	choice(fs, (*string)(&o.Algorithm), "search", "", words(checker.Algorithms()),
		"search by the algorithm `NAME`, instead of what the model says. "+algorithms(func(t checker.Traits) string { return string(t.Name) + ": " + t.Doc }, "; "))
	fs.Var(patterns{o}, "receive-patterns",
		"two messages race only where a receive can tell which came first, and random strategies take it that those commute of which the model claims that; with --receive-patterns=false, and with -search states unless the flag is given, any two into the same mailbox do")
	fs.Func("delivery", "deliver messages by `KIND`: instant, channel or bag (default: the model's, or instant); with ,late only when they are received (-search states)", func(s string) error {
		o.SetDelivery(s)
		return nil
	})
	annotate(fs, "delivery", valuesOf, append(words(proc.Deliveries()), "late", "channel,late", "bag,late"))
	fs.Func("faults", "change which faults happen, as `'NAME=VALUE ...'`, such as 'crashes=1 restarts=1 losses=2'; what is not named stays as the model says; none: no faults but those named after it; 'checkmodel help faults' lists the names; the flag may be repeated", func(s string) error {
		o.Faults = strings.TrimSpace(o.Faults + " " + s)
		return nil
	})
	fs.Func("without", "leave out the external events with this `NAME` (proc.External); the flag may be repeated", func(s string) error {
		o.Without = append(o.Without, s)
		return nil
	})
	value(fs, "set", "", "give a parameter of models another value, as `NAME=N` or several as clients=3,servers=2, and leave out models without it; the flag may be repeated, and -list shows which parameters there are",
		"names of parameters, each with one whole number, as clients=3,servers=2", o.SetParameters)
	number(fs, "runs", "draw `N` interleavings at random, by -search portfolio unless it says otherwise, and say with which probability they have missed a bug (0, the default: 10000, with a -search that draws)", &o.Runs)
	number(fs, "bug-depth", "say that about bugs that show when `N` events are late, in a certain order (0, the default: 2)", &o.BugDepth)
	number(fs, "depth", "at most `N` events in an interleaving; those that are cut are counted (0, the default: what the model says, or 10000)", &o.Depth)
	return fs
}

// selected returns the flags that say which models are searched, and for how long.
func selected(o *cli.Options) *pflag.FlagSet {
	fs := newFlags("selected")
	fs.StringVarP(&o.Model, "model", "m", "", "only the models whose name matches `REGEXP`")
	toggle(fs, "list", "", "list the models instead of checking them", &o.List)
	choice(fs, (*string)(&o.Until), "until", "", words(checker.Untils()),
		"end the search of a model with the violation `WHICH`. undeclared: the first that the model does not declare (the default; after a declared one, a search without a limit only looks on for a while); first: the first of all; shortest: the one that shows after the fewest events, by -search states; end: none, and of each kind, a property with its explanation, the shortest is reported: one with its trace, with -v all of them")
	fs.Func("around", "begin the search with the interleaving `SCHEDULE`, as for --replay, and go on with what is near it: with -bound N, with what departs from it up to N times", func(s string) error {
		f, file, err := schedule(s)
		o.Around, o.AroundFile = &f, file
		if err != nil {
			return fmt.Errorf("-around: %w", err)
		}
		return nil
	})
	annotate(fs, "around", kindOf, []string{aFile})
	fs.Func("replay", "execute one interleaving: `SCHEDULE` as a report shows it, a file that has it, or run:N for run N that -seed and -search draw", func(s string) error {
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
	value(fs, "minimize", "", "make violations smaller, for at most `DURATION` for each model, as 30s: with fewer external events, faults and events; off: not at all. Without the flag, those that are shown with their traces, for at most 10s",
		"a duration above 0, as 30s, or off", o.SetMinimize)
	number(fs, "workers", "search with `N` goroutines; the result is the same for any number (0, the default: one for each processor)", &o.Workers)
	value(fs, "seed", "", "where nothing is planned, processes continue in another order, which depends on `N`", "a whole number from 0", func(s string) (err error) {
		o.Seed, err = strconv.ParseUint(s, 10, 64)
		return err
	})
	number(fs, "max-interleavings", "at most `N` interleavings of each model", &o.MaxInterleavings)
	duration(fs, "timeout", "at most `DURATION` for all models together, as 90s or 2h30m, with an equal part for each (0, the default: no limit)", "90s or 2h30m", &o.Timeout)
	value(fs, "memory", "", "end a search, and save it, when the program uses `SIZE` of memory, as 4GiB (without the flag, what the machine and its control groups leave; none: no limit)",
		memory.Wanted, o.SetMemory)
	filename(fs, "checkpoint", aFile, "save a search in `FILE` when it is stopped by an interrupt, the memory, the timeout or the budget (without the flag, only the first two save it, in MODEL.checkpoint)",
		func(s string) { o.Checkpoint = s })
	duration(fs, "checkpoint-every", "save it every `DURATION` as well", "90s or 10m", &o.CheckpointEvery)
	filename(fs, "resume", aFile, "continue the search that is saved in `FILE`; the other flags and the models must be the same", func(s string) { o.Resume = s })
	return fs
}

// reported returns the flags that say what is reported.
func reported(o *cli.Options) *pflag.FlagSet {
	fs := newFlags("reported")
	toggle(fs, "json", "", "one JSON object for each model, on a line of its own", &o.JSON)
	number(fs, "show", "describe `N` violations with their traces, also declared ones, one of each model first; if a model has none, its first interleavings", &o.Show)
	toggle(fs, "explain", "", "which pairs of operations cause the most interleavings, and what may help", &o.Explain)
	usages := map[report.Format]string{
		report.HTMLFormat:  "write a page to `FILE` that shows the violations, event by event",
		report.JUnitFormat: "write the results to `FILE` as those of tests, in the form of JUnit, for CI",
		report.SARIFFormat: "write the violations to `FILE` as SARIF 2.1.0, which code hosts show at the lines of a model",
		report.SVGFormat:   "write a diagram of the violation that is shown to `FILE`",
	}
	for _, format := range report.Formats() {
		if format == report.TextFormat || format == report.JSONFormat {
			continue // they go to standard output
		}
		filename(fs, string(format), aFile, usages[format], func(s string) { o.Outputs = append(o.Outputs, cli.Output{Format: format, File: s}) })
	}
	number(fs, "width", "break lines at `N` columns, instead of those of the terminal", &o.Width)
	toggle(fs, "verbose", "v", "every violation with its trace, values in full length", &o.Verbose)
	toggle(fs, "original", "", "show what a minimized violation was made from as well; --svg writes that instead", &o.Original)
	filename(fs, "keep", aDirectory, "write the schedule of each violation to a file in `DIRECTORY`, in a directory with the name of the model; go test replays what is in testdata/checkmodel, --replay executes one",
		func(s string) { o.Keep = s })
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
