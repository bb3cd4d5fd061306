package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/credentials"
	"github.com/checkmodel/checkmodel/cluster/internal/submission"
)

// run submits a search. Its own flags stand before those of checkmodel.
func run(ctx context.Context, c *command, args []string) (int, error) {
	c.connecting()
	detach := c.Bool("detach", false, "do not wait for the end of the search")
	heartbeat := c.Duration("heartbeat", 5*time.Second, "give a process up that says nothing for three times this `DURATION`")
	every := c.Duration("save-every", time.Minute, "save the search every `DURATION`, in case the coordinator's machine fails")
	own, rest := divide(c.FlagSet, args)
	err := c.parse(own, 0, "its own flags first")
	if err == nil && (*heartbeat < 50*time.Millisecond || *every < time.Second/10) {
		err = fmt.Errorf("-heartbeat is %v and -save-every is %v; they must be at least 50ms and 100ms", *heartbeat, *every)
	}
	if err != nil {
		return unusable, err
	}
	b, err := c.connect(credentials.Submit)
	if err != nil {
		return unusable, err
	}
	defer b.Close()
	checkmodel, err := find(ctx)
	if err != nil {
		return unusable, err
	}
	s := &submission.Run{Broker: b, Command: checkmodel, Args: rest, Detach: *detach, Out: c.out, Err: c.err}
	s.Job = broker.Job{Heartbeat: *heartbeat, SaveEvery: *every, Command: "checkmodel"}
	if len(checkmodel) > 1 {
		s.Job.Command = strings.Join(checkmodel, " ")
	}
	if c.credentials != nil {
		s.Sign = c.credentials.Sign
	}
	return s.Execute(ctx)
}

// divide divides the arguments after the flags of this command, which stand first.
func divide(fs *flag.FlagSet, args []string) (own, rest []string) {
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[i], "-"), "-"), "=")
		f := fs.Lookup(name)
		if !strings.HasPrefix(args[i], "-") || f == nil {
			if name == "h" && i == 0 {
				return args[:1], nil
			}
			return args[:i], args[i:]
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !hasValue && !(ok && b.IsBoolFlag()) {
			i++
		}
	}
	return args, nil
}

// find returns the words that start the command checkmodel: beside this executable, in PATH, or as a tool of the module.
func find(ctx context.Context) ([]string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), "checkmodel")
		if _, err := os.Stat(beside); err == nil {
			return []string{beside}, nil
		}
	}
	if found, err := exec.LookPath("checkmodel"); err == nil {
		return []string{found}, nil
	}
	if exec.CommandContext(ctx, "go", "tool", "-n", "checkmodel").Run() == nil {
		return []string{"go", "tool", "checkmodel"}, nil
	}
	return nil, errors.New("the command checkmodel is neither beside this one, nor in PATH, nor a tool of this module; " +
		"'go install github.com/checkmodel/checkmodel/cmd/checkmodel@latest' installs it")
}
