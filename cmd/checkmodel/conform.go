package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// conformFlags returns the flags of checkmodel conform.
func conformFlags(o *command.Options) *pflag.FlagSet {
	fs := newFlags("checkmodel conform")
	c := &command.Conform{}
	o.Conform = c
	borrow(fs, flags(o), map[string]string{
		"width":   "break lines at `N` columns (default: the terminal's)",
		"verbose": "show values in full length",
		"json":    "write the result as JSON",
	}, append([]string{"model", "set", "width", "verbose"}, reports()...)...)
	fs.StringVar(&c.Log, "log", "", "compare the model with the log in `FILE`: a JSON object on each line")
	fs.BoolVar(&c.Total, "total", false, "the events of all nodes happened in the order of the file")
	fs.DurationVar(&c.ClockError, "clock-error", 0, "order lines by their times, each of which may be wrong by `DURATION`")
	fs.StringSliceVar(&c.Partial, "partial", nil, "the log may leave out events of the types `NAMES`, separated by commas")
	fs.IntVar(&c.MostStates, "states", 10_000_000, "give up after `N` pairs of a state and a position in the log; 0 never does")
	return withAliases(withHelp(fs))
}

// conformHelp returns the output of checkmodel conform -h.
func conformHelp() string {
	return `usage: checkmodel conform -log FILE [flags] package

Conform decides whether the log of a real system fits a model: whether some
interleaving of the model announces what the log says. If not, it shows how far
the log fits, the first line that does not, and what the model could do there.
The exit status is 0 if the log fits, and 1 if it does not.

` + conformFlags(new(command.Options)).FlagUsagesWrapped(columns)
}

// runConform implements checkmodel conform.
func runConform(args []string, stdout, stderr io.Writer) command.Status {
	var o command.Options
	packages, err := parseFlags(conformFlags(&o), args)
	if errors.Is(err, pflag.ErrHelp) {
		return say(stdout, stderr, conformHelp())
	}
	if !misspelt(err) {
		if len(packages) == 0 {
			err = problems.Join(err, fmt.Errorf("name the package of the model, as in '%s conform -log FILE .'", started()))
		}
		if o.Conform.Log == "" {
			err = problems.Join(err, errors.New("name the file of the log with -log"))
		}
		if o.Conform.ClockError < 0 || o.Conform.MostStates < 0 {
			err = problems.Join(err, errors.New("-clock-error and -states must be at least 0"))
		}
	}
	if err = problems.Join(err, o.Validate()); err != nil {
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s conform -h' for help.\n", started())
		return command.Unusable
	}
	return execute(o, packages, stderr)
}
