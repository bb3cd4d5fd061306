package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
)

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
		switch err := r.claims.Add(r.path(file)); {
		case !errors.Is(err, files.ErrClaimed):
			return nil // if it cannot be written, Destinations says so
		case waited >= dying || ctx.Err() != nil:
			return fmt.Errorf("%s %s cannot be written: another command saves its search there; wait for its end, or give another name",
				checkpointFlag, printable.OneLine(file))
		}
		time.Sleep(pause)
	}
}
