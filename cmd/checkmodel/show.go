package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// showFlags returns the flags of checkmodel show.
func showFlags(o *command.Options, format *report.Format) *pflag.FlagSet {
	*format = report.TextFormat
	fs := newFlags("checkmodel show")
	fs.Func("format", "write the report as `FORMAT`: text (the default), json, html, junit, sarif, or svg, a diagram of one violation", func(s string) error {
		if *format = report.Format(s); !slices.Contains(report.Formats(), *format) {
			return fmt.Errorf("there is no format %q; use one of %s", s, prose.Join(report.Formats(), ", "))
		}
		return nil
	})
	annotate(fs, "format", valuesOf, words(report.Formats()))
	fs.StringVarP(&o.Model, "model", "m", "", "show only the models whose name matches `REGEXP`")
	number(fs, "width", "break lines at `N` columns (default: the terminal's)", &o.Width)
	toggle(fs, "verbose", "v", "show every event on a line of its own, and values in full length", &o.Verbose)
	toggle(fs, "original", "", "show also what a minimized violation was made from; svg draws only that", &o.Original)
	return withAliases(withHelp(fs))
}

// showHelp returns the output of checkmodel show -h.
func showHelp() string {
	return `usage: checkmodel show [flags] FILE

Show reads a report that 'checkmodel -json' has written from FILE (or standard
input, if that is -) and writes it to standard output in another format.

` + showFlags(new(command.Options), new(report.Format)).FlagUsagesWrapped(columns)
}

// runShow implements checkmodel show.
func runShow(args []string, stdout, stderr io.Writer) command.Status {
	var o command.Options
	var format report.Format
	files, err := parseFlags(showFlags(&o, &format), args)
	if errors.Is(err, pflag.ErrHelp) {
		return say(stdout, stderr, showHelp())
	}
	err = forSearches(err)
	if len(files) != 1 && !misspelt(err) {
		err = problems.Join(err, errors.New("name one file, as 'checkmodel -json' has written it; - is standard input"))
	}
	if err = problems.Join(err, o.Validate()); err != nil {
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s show -h' for help.\n", started())
		return command.Unusable
	}
	env := command.ThisEnvironment()
	env.Stdout, env.Stderr = stdout, stderr
	return command.Show(env, files[0], format, o)
}

// forSearches replaces errors about flags that write a format to a file by a hint to -format.
func forSearches(err error) error {
	all := problems.Each(err)
	for i := range all {
		var flag *unknownFlag
		if errors.As(all[i], &flag) && slices.Contains(report.Formats(), report.Format(flag.name)) {
			all[i] = &unknownFlag{flag.name, fmt.Errorf("-%s is a flag for searches; here it is -format %[1]s, and the file goes to standard output", flag.name)}
		}
	}
	return problems.Join(all...)
}
