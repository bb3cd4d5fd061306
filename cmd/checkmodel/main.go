package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/invocation"
)

// started returns the words that start this command again.
var started = invocation.Words

func main() { os.Exit(int(checkmodel(os.Args[1:], os.Stdout, os.Stderr))) }

// checkmodel executes the command line and returns the exit status.
func checkmodel(args []string, stdout, stderr io.Writer) command.Status {
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
		return command.Unusable
	case options.Watch:
		return executeAgain(options, patterns, stderr)
	}
	return execute(options, patterns, stderr)
}
