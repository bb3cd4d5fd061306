package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/cli"
)

func main() { os.Exit(int(command(os.Args[1:], os.Stdout, os.Stderr))) }

// command executes the command line and returns the exit status.
func command(args []string, stdout, stderr io.Writer) cli.Status {
	if calledByGoVet(args) {
		analyze()
	}
	if len(args) > 0 {
		if c, ok := subcommand(args[0]); ok {
			return c.run(args[1:], stdout, stderr)
		}
	}
	options, patterns, err := parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return say(stdout, stderr, help())
	case err != nil:
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s -h' for help.\n", started())
		return cli.Unusable
	}
	return execute(options, patterns, stderr)
}
