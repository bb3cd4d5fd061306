// Checkmodel-cluster distributes searches of checkmodel over machines that come and go, by a NATS server with JetStream.
//
//	checkmodel-cluster init DIRECTORY
//	checkmodel-cluster start DIRECTORY
//	checkmodel-cluster work
//	checkmodel-cluster run [flags of this command] [flags of checkmodel] PACKAGE...
//	checkmodel-cluster status
//	checkmodel-cluster result JOB
//	checkmodel-cluster stop JOB
//
// Each has -h for its flags. See docs/cluster.md in the repository of checkmodel.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/credentials"
)

// unusable is the exit status if something cannot be done, as that of checkmodel.
const unusable = 2

// subcommand is a subcommand. It returns the exit status, and an error if that is unusable.
type subcommand struct {
	name, arguments, what string
	run                   func(ctx context.Context, c *command, args []string) (int, error)
}

func subcommands() []subcommand {
	return []subcommand{
		{"init", "DIRECTORY", "make keys, a certificate, and a file of credentials for each role", initialize},
		{"start", "DIRECTORY", "start a server that stores its data in a directory", start},
		{"work", "", "execute programs of jobs, until interrupted", work},
		{"run", "[FLAGS OF checkmodel] PACKAGE...", "submit a search, and watch it", run},
		{"status", "", "list jobs and workers", status},
		{"result", "JOB", "wait for the end of a job, and print its report", result},
		{"stop", "JOB", "end a job; its report has the results so far", stop},
	}
}

func main() { os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr)) }

// execute executes a command line, and returns the exit status.
func execute(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 || args[0] == "-h" || args[0] == "--help" || args[0] == "help" {
		fmt.Fprintln(stdout, "Checkmodel-cluster distributes searches of checkmodel over machines. Its commands are")
		for _, s := range subcommands() {
			fmt.Fprintf(stdout, "  %-41s %s\n", s.name+" "+s.arguments, s.what)
		}
		fmt.Fprintln(stdout, "'checkmodel-cluster COMMAND -h' lists flags.")
		return 0
	}
	for _, s := range subcommands() {
		if s.name != args[0] {
			continue
		}
		ctx, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer end()
		c := &command{FlagSet: flag.NewFlagSet(s.name, flag.ContinueOnError), out: stdout, err: stderr}
		c.SetOutput(io.Discard)
		status, err := s.run(ctx, c, args[1:])
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(stdout, "checkmodel-cluster %s [flags] %s: %s\n", s.name, s.arguments, s.what)
			c.SetOutput(stdout)
			c.PrintDefaults()
			return 0
		}
		if err != nil {
			fmt.Fprintf(stderr, "checkmodel-cluster: %v\n", err)
		}
		return status
	}
	fmt.Fprintf(stderr, "checkmodel-cluster: there is no command %q; 'checkmodel-cluster -h' lists them\n", args[0])
	return unusable
}

// command is a subcommand that is executed.
type command struct {
	*flag.FlagSet
	out, err    io.Writer
	file        string // of credentials
	server      string
	insecure    bool
	credentials *credentials.Credentials // nil for none
}

// complain reports a problem.
func (c *command) complain(err error) { fmt.Fprintf(c.err, "checkmodel-cluster: %v\n", err) }

// connecting defines the flags of commands that connect to a server.
func (c *command) connecting() {
	c.StringVar(&c.file, "credentials", os.Getenv("CHECKMODEL_CREDENTIALS"), "a `FILE` of a directory that init has written (default: $CHECKMODEL_CREDENTIALS)")
	c.StringVar(&c.server, "server", "", "the `URL` of the server (default: that of the credentials, or nats://127.0.0.1:4222)")
	c.BoolVar(&c.insecure, "insecure", false, "trust everybody who reaches the server")
}

// parse parses the flags, and requires that many arguments after them.
func (c *command) parse(args []string, arguments int, what string) error {
	if err := c.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("%s: %w; 'checkmodel-cluster %s -h' lists the flags", c.Name(), err, c.Name())
	}
	if c.NArg() != arguments {
		return fmt.Errorf("%s needs %s; it is given %d arguments", c.Name(), what, c.NArg())
	}
	return nil
}

// connect connects to the server in one of the roles.
func (c *command) connect(roles ...credentials.Role) (*broker.Broker, error) {
	if c.file == "" {
		if c.server == "" {
			c.server = "nats://127.0.0.1:4222"
		}
		return broker.Connect(c.server, true, c.complain)
	}
	var err error
	if c.credentials, err = credentials.Load(c.file); err != nil {
		return nil, err
	}
	if err := c.credentials.May(roles...); err != nil {
		return nil, err
	}
	options, err := c.credentials.Options()
	if err != nil {
		return nil, err
	}
	if c.server == "" {
		c.server = c.credentials.Server
	}
	return broker.Connect(c.server, c.credentials.Role != credentials.Watch, c.complain, options...)
}

// trusted returns the keys whose jobs are trusted, and whether all are.
func (c *command) trusted() (keys []string, all bool) {
	if c.credentials == nil {
		return nil, c.insecure
	}
	return c.credentials.Trusted, c.insecure
}
