package remote

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/checkmodel/checkmodel/checker"
)

// Work executes the units that it reads, one after the other, and writes their results. search executes the search of the model with
// that name in the report; it resumes the checkpoint, and is saved by save. Work returns when there are no more messages. It returns
// the errors of the streams.
func Work(ctx context.Context, r io.Reader, w io.Writer, search func(ctx context.Context, model string, unit *checker.Checkpoint, save func(*checker.Checkpoint) error) error) error {
	out := json.NewEncoder(w)
	return each(r, func(m *message) error {
		if m.Unit == nil {
			return nil
		}
		result, err := execute(ctx, m.Unit, search)
		if err != nil {
			return out.Encode(message{Failed: &failure{m.Unit.ID, err.Error()}})
		}
		return out.Encode(message{Result: &unit{m.Unit.ID, result}})
	})
}

// execute executes a unit.
func execute(ctx context.Context, u *unit, search func(ctx context.Context, model string, unit *checker.Checkpoint, save func(*checker.Checkpoint) error) error) (result json.RawMessage, err error) {
	var b body
	if err := json.Unmarshal(u.Body, &b); err != nil {
		return nil, err
	}
	c, err := b.checkpoint()
	if err != nil {
		return nil, err
	}
	var saved *checker.Checkpoint
	start := time.Now()
	err = search(ctx, b.Model, c, func(c *checker.Checkpoint) error {
		saved = c
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case saved == nil:
		return nil, errors.New("the search has ended without a result")
	case saved.Stop != checker.NotStopped && saved.Stop != checker.AtViolation:
		return nil, errors.New("the search was stopped before its end")
	}
	return body{Interleavings: saved.Interleavings, Seconds: time.Since(start).Seconds()}.packed(saved)
}
