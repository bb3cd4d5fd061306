package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/cluster/internal/credentials"
	"github.com/checkmodel/checkmodel/cluster/internal/server"
)

// initialize makes credentials.
func initialize(_ context.Context, c *command, args []string) (int, error) {
	hosts := c.String("hosts", "localhost,127.0.0.1", "the `NAMES` and addresses of the server, as workers see it, with commas; the first one comes into the credentials")
	port := c.Int("port", 4222, "the `PORT` of the server")
	err := c.parse(args, 1, "a directory")
	if err == nil && (*port < 1 || *port > 65535) {
		err = fmt.Errorf("-port is %d; it must be a number from 1 to 65535", *port)
	}
	if err == nil && strings.Trim(*hosts, ", ") == "" {
		err = errors.New("-hosts must name the server")
	}
	if err == nil {
		err = credentials.Init(c.Arg(0), strings.FieldsFunc(*hosts, func(r rune) bool { return r == ',' || r == ' ' }), *port)
	}
	if err != nil {
		return unusable, err
	}
	fmt.Fprintf(c.out, "%[1]s has the files of the server, and credentials to copy to other machines:\n"+
		"  %[1]s/submit.json to submit searches, which executes code on all workers\n"+
		"  %[1]s/work.json to work for them\n"+
		"  %[1]s/watch.json to see their states and reports\n"+
		"'checkmodel-cluster start %[1]s' starts the server.\n", c.Arg(0))
	return 0, nil
}

// start runs a server until it is interrupted.
func start(ctx context.Context, c *command, args []string) (int, error) {
	listen := c.String("listen", "", "listen at `ADDRESS`, host:port (default: 0.0.0.0 with credentials, otherwise 127.0.0.1; port 4222)")
	if err := c.parse(args, 1, "a directory"); err != nil {
		return unusable, err
	}
	s, secure, err := server.Start(c.Arg(0), *listen)
	if err != nil {
		return unusable, err
	}
	fmt.Fprintf(c.out, "The server listens at %s and stores its data in %s.\n", s.ClientURL(), c.Arg(0))
	if !secure {
		fmt.Fprintln(c.out, "It has no credentials: every program on this machine can execute code on the workers. 'checkmodel-cluster init' makes credentials.")
	}
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return 0, nil
}
