package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/corpus"
	"github.com/checkmodel/checkmodel/report"
)

// parse reads the command line: flags, with one dash or two, in front of, between
// and behind the packages; behind "--" there are only packages. The error joins
// all that is wrong, or is flag.ErrHelp.
func parse(args []string) (o cli.Options, patterns []string, err error) {
	var problems []error
	fs := flags(&o, func(err error) { problems = append(problems, err) })
	patterns, err = between(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return o, nil, flag.ErrHelp
	}
	if err != nil {
		if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
			if s := suggestion(strings.ToLower(name), names(fs)); s != "" {
				err = fmt.Errorf("%w%s", err, s)
			} else {
				err = fmt.Errorf("%w; the flags are %s", err, strings.Join(names(fs), ", "))
			}
		}
		problems = append(problems, err)
	} else if len(patterns) == 0 {
		problems = append(problems, errors.New("name the packages whose models shall be checked, as in 'checkmodel ./...'"))
	}
	return o, patterns, errors.Join(append(problems, o.Validate())...)
}

// between parses flags in front of, between and behind the other arguments, and returns
// those; behind "--" there are no flags.
func between(fs *flag.FlagSet, args []string) (others []string, err error) {
	for err == nil && len(args) > 0 {
		err = fs.Parse(args)
		rest := fs.Args()
		if flags := args[:len(args)-len(rest)]; len(flags) > 0 && flags[len(flags)-1] == "--" {
			others, rest = append(others, rest...), nil
		}
		if len(rest) > 0 {
			others, rest = append(others, rest[0]), rest[1:]
		}
		args = rest
	}
	return others, err
}

// flags returns the flags that set the options. What is wrong with the value of
// one is given to problem, so that the others are still looked at.
func flags(o *cli.Options, problem func(error)) *flag.FlagSet {
	fs := flag.NewFlagSet("checkmodel", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	value := func(name, want string, set func(string) error) {
		fs.Func(name, "", func(s string) error {
			switch err := set(s); {
			case errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(s, "-"):
				problem(fmt.Errorf("-%s is %s, which is more than any number here can be; it must be %s", name, s, want))
			case err != nil:
				problem(fmt.Errorf("-%s is %q; it must be %s", name, s, want))
			}
			return nil
		})
	}
	path := func(name, what string, set func(string)) {
		fs.Func(name, "", func(s string) error {
			switch s {
			case "": // as of a variable of the shell that is not set
				problem(fmt.Errorf("-%s is empty; it must be the name of a %s", name, what))
			case "-": // which other tools take for standard input or output
				problem(fmt.Errorf("-%s is %q; it must be the name of a %s, as only the report goes to standard output, and nothing is read from standard input (a %s of that name is ./-)", name, s, what, what))
			}
			set(s)
			return nil
		})
	}
	number := func(name string, set func(int)) {
		value(name, "a whole number", func(s string) error {
			n, err := strconv.Atoi(s)
			if err == nil {
				set(n)
			}
			return err
		})
	}
	value("bound", "a whole number from 0, the first and the last of several, as 0..6, or none", o.SetBound)
	value("seed", "a whole number from 0", func(s string) (err error) {
		o.Seed, err = strconv.ParseUint(s, 10, 64)
		return err
	})
	number("workers", func(n int) { o.Workers = n })
	number("max-interleavings", func(n int) { o.MaxInterleavings = n })
	number("show", func(n int) { o.Show = n })
	number("width", func(n int) { o.Width = n })
	number("depth", func(n int) { o.Depth = n })
	path("checkpoint", "file", func(s string) { o.Checkpoint = s })
	value("checkpoint-every", "a duration, as 90s or 10m", func(s string) (err error) {
		o.CheckpointEvery, err = time.ParseDuration(s)
		return err
	})
	path("resume", "file", func(s string) { o.Resume = s })
	value("timeout", "a duration, as 90s or 2h30m", func(s string) (err error) {
		o.Timeout, err = time.ParseDuration(s)
		return err
	})
	fs.Func("replay", "", func(s string) error {
		f, err := schedule(s)
		if err != nil {
			problem(fmt.Errorf("-replay: %w", err))
		}
		o.Replay, o.ReplayEvents, o.ReplayDelivery, o.ReplayAbout = f.Schedule(), nil, f.FoundWith(), f.About
		for _, st := range f.Steps {
			o.ReplayEvents = append(o.ReplayEvents, st.Event)
		}
		return nil
	})
	fs.StringVar((*string)(&o.BoundKind), "bound-kind", string(cli.TreeBound), "")
	fs.StringVar((*string)(&o.Algorithm), "dpor", "", "")
	fs.StringVar((*string)(&o.Delivery), "delivery", "", "")
	fs.StringVar(&o.Model, "model", "", "")
	path("tree", "file", func(s string) { o.Tree = s })
	path("keep", "directory", func(s string) { o.Keep = s })
	fs.BoolFunc("receive-patterns", "", func(s string) error {
		on, err := strconv.ParseBool(s)
		if err != nil {
			problem(fmt.Errorf("-receive-patterns is %q; it must be true or false", s))
		}
		o.AnyDeliveriesRace = !on
		return nil
	})
	fs.BoolVar(&o.KeepGoing, "keep-going", false, "")
	fs.BoolVar(&o.StopAtFirst, "stop-at-first", false, "")
	fs.BoolVar(&o.Explain, "explain", false, "")
	fs.BoolVar(&o.List, "list", false, "")
	fs.BoolVar(&o.JSON, "json", false, "")
	value("format", "text or json; -html, -svg, -dot and -shiviz write other formats into files", func(s string) error {
		o.JSON = s == string(report.JSONFormat)
		if !o.JSON && s != string(report.TextFormat) {
			return errors.New("another format")
		}
		return nil
	})
	for _, format := range report.Formats() {
		if format == report.TextFormat || format == report.JSONFormat {
			continue // the values of -format
		}
		path(string(format), "file", func(s string) { o.Outputs = append(o.Outputs, cli.Output{Format: format, File: s}) })
	}
	fs.BoolVar(&o.Verbose, "v", false, "")
	fs.BoolVar(&o.RequireComplete, "require-complete", false, "")
	path("cpuprofile", "file", func(s string) { o.CPUProfile = s })
	path("memprofile", "file", func(s string) { o.MemProfile = s })
	return fs
}

// schedule reads a schedule: the text itself, which has white space in it, or the
// name of a file that holds it.
func schedule(s string) (corpus.Failure, error) {
	if text, err := os.ReadFile(s); err == nil {
		f, err := corpus.Parse(string(text))
		if err != nil {
			return f, fmt.Errorf("file %s: %w", s, err)
		}
		return f, nil
	}
	f, err := corpus.Parse(s)
	if err != nil {
		return f, fmt.Errorf("%.80q is neither a file, as seen from this directory, nor a schedule: %w", s, err)
	}
	return f, nil
}

// names lists the flags.
func names(fs *flag.FlagSet) (list []string) {
	fs.VisitAll(func(f *flag.Flag) { list = append(list, "-"+f.Name) })
	return list
}
