package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/report"
)

// showHelp is what checkmodel show -h prints.
const showHelp = `usage: checkmodel show [flags] FILE

Show writes a report that 'checkmodel -json' has written into FILE (or standard
input, if that is -) in another format, to standard output.

  -format FORMAT  text: the violations with their traces (the default); html: a
                  page that shows them event by event; json: the report itself;
                  of the violation that a search shows svg: a diagram; dot: the
                  order of its events for Graphviz; shiviz: its events with vector
                  clocks
  -model REGEXP   only the models whose name matches
  -width N        lay traces out for N columns, instead of those of the terminal
  -v              every event on a line of its own, values in full length
  -h              print this text
`

// runShow is checkmodel show.
func runShow(args []string, stdout, stderr io.Writer) cli.Status {
	var o cli.Options
	format := string(report.TextFormat)
	fs := flag.NewFlagSet("checkmodel show", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&format, "format", format, "")
	fs.StringVar(&o.Model, "model", "", "")
	fs.IntVar(&o.Width, "width", 0, "")
	fs.BoolVar(&o.Verbose, "v", false, "")
	files, err := between(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return say(stdout, stderr, showHelp)
	}
	if err != nil {
		err = otherFlag(err, names(fs))
	}
	if err == nil && len(files) != 1 {
		err = errors.New("name one file, as 'checkmodel -json' has written it; - is standard input")
	}
	if err == nil {
		err = o.Validate()
	}
	if err != nil {
		complain(stderr, err)
		fmt.Fprintln(stderr, "Run 'checkmodel show -h' for help.")
		return cli.Unusable
	}
	env := cli.ThisEnvironment()
	env.Stdout, env.Stderr = stdout, stderr
	return cli.Show(env, files[0], report.Format(format), o)
}

// otherFlag says what there is instead of a flag that checkmodel show does not have.
func otherFlag(err error, known []string) error {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	switch {
	case !ok:
		return err
	case slices.Contains(report.Formats(), report.Format(name)):
		return fmt.Errorf("-%s is a flag for searches; here it is -format %[1]s, and the file goes to standard output", name)
	}
	return fmt.Errorf("%w; the flags are %s", err, strings.Join(known, ", "))
}
