package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// claims are the files in which a run saves searches. No other run replaces them meanwhile. The zero value has none.
type claims struct{ held map[string]func() }

// add claims the file of that path, unless it has been claimed already.
func (c *claims) add(path string) error {
	if c.held[path] != nil {
		return nil
	}
	release, err := files.Claim(path)
	if err != nil {
		return err
	}
	if c.held == nil {
		c.held = map[string]func(){}
	}
	c.held[path] = release
	return nil
}

// release releases all files.
func (c *claims) release() {
	for _, release := range c.held {
		release()
	}
	c.held = nil
}

// dying is how long a claim is tried again: when a command is killed, the program with the models ends a little later.
const dying = 2 * time.Second

// claimCheckpoint claims the file of -checkpoint for this run.
func (r *run) claimCheckpoint(ctx context.Context) error {
	file := r.options.Checkpoint
	if file == "" || r.options.List || r.options.Replay != nil {
		return nil
	}
	const pause = 50 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		switch err := r.claims.add(r.path(file)); {
		case !errors.Is(err, files.ErrClaimed):
			return nil // if it cannot be written, Destinations says so
		case waited >= dying || ctx.Err() != nil:
			return fmt.Errorf("%s %s cannot be written: another command saves its search there; wait for its end, or give another name",
				checkpointFlag, printable.OneLine(file))
		}
		time.Sleep(pause)
	}
}

// fileName returns the name of a model in a form that is valid for a file.
func fileName(model string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, c) || c < ' ' {
			return '_'
		}
		return c
	}, model)
}
