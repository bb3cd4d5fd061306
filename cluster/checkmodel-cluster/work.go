package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/credentials"
	"github.com/checkmodel/checkmodel/cluster/internal/worker"
)

// work executes programs until it is interrupted.
func work(ctx context.Context, c *command, args []string) (int, error) {
	c.connecting()
	n := c.Int("n", runtime.NumCPU(), "execute `N` programs at a time")
	err := c.parse(args, 0, "no arguments")
	if err == nil && *n < 1 {
		err = fmt.Errorf("-n is %d; it must be at least 1", *n)
	}
	if err == nil && c.file == "" && !c.insecure {
		err = errors.New("a worker executes the code of those whom it trusts: -credentials FILE says who that is, and -insecure trusts everybody who reaches the server")
	}
	if err != nil {
		return unusable, err
	}
	b, err := c.connect(credentials.Work)
	if err != nil {
		return unusable, err
	}
	defer b.Close()
	dir, err := os.MkdirTemp("", "checkmodel-")
	if err != nil {
		return unusable, fmt.Errorf("programs need a directory: %w; let TMPDIR name one with some room", err)
	}
	name, err := os.Hostname()
	if err != nil {
		name = "unknown"
	}
	h := &worker.Host{Broker: b, Name: fmt.Sprintf("%s/%d", name, os.Getpid()), Processes: *n, Dir: dir, Complain: c.complain}
	h.Accept = func(s broker.Signed) (*broker.Job, error) {
		keys, all := c.trusted()
		return credentials.Accept(s, keys, all)
	}
	fmt.Fprintf(c.out, "%s works with %d processes for %s.\n", h.Name, *n, c.server)
	if err := h.Run(ctx); err != nil {
		return unusable, err
	}
	return 0, nil
}
