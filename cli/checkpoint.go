package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/report"
)

// saving lets a search be saved: into the file that the options name, or else, if
// it is interrupted, into one with the model's name.
type saving struct {
	run  *run
	ctx  context.Context
	name string // of the model, for messages
	due  atomic.Bool
	done chan struct{}
}

// saves returns the saving of a search, or nil if it cannot be saved. The caller must
// call end when the search has ended.
func (r *run) saves(ctx context.Context, name string, o *checker.Options) *saving {
	if _, several := o.Bound.(bounding.Deepening); several || o.Replay != nil || o.Algorithm != "" && o.Algorithm != checker.Optimal {
		return nil
	}
	s := &saving{run: r, ctx: ctx, name: name, done: make(chan struct{})}
	o.Saving = &checker.Saving{Identity: r.env.Identity, Save: s.save}
	if every := r.options.CheckpointEvery; every > 0 {
		o.Saving.Due = func() bool { return s.due.Swap(false) }
		go s.tick(every)
	}
	return s
}

// tick says every so often that it is time to save.
func (s *saving) tick(every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			s.due.Store(true)
		case <-s.done:
			return
		}
	}
}

func (s *saving) end() {
	if s != nil {
		close(s.done)
	}
}

// save writes a checkpoint, so that there is always a whole one in the file.
func (s *saving) save(c *checker.Checkpoint) error {
	r := s.run
	file := r.options.Checkpoint
	if file == "" {
		if c.Stop != checker.Canceled || c.Interleavings == 0 || context.Cause(s.ctx) == errTimeout {
			return nil
		}
		file = fileName(c.Model) + ".checkpoint"
	}
	content, err := c.Encode()
	if err == nil {
		err = replaceFile(r.path(file), content)
	}
	if err != nil {
		return fmt.Errorf("the checkpoint cannot be saved: %w", err)
	}
	if c.Stop != checker.NotStopped {
		fmt.Fprintf(r.env.Stderr, "checkmodel: the search of %s is saved in %s; to go on, give the same command with -resume %s\n", s.name, file, file)
	}
	return nil
}

// fileName returns the name of a model as one that a file can have.
func fileName(model string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, c) || c < ' ' {
			return '_'
		}
		return c
	}, model)
}

func (r *run) path(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(r.env.Dir, file)
}

// replaceFile writes a file beside the old one and lets it take its place.
func replaceFile(path string, content []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// resume reads the checkpoint that the options name, and returns the one item that
// it belongs to.
func (r *run) resume(items []report.Item) ([]report.Item, error) {
	file := r.options.Resume
	if file == "" {
		return items, nil
	}
	content, err := os.ReadFile(r.path(file))
	if err != nil {
		return nil, fmt.Errorf("-resume: %w", err)
	}
	c, err := checker.DecodeCheckpoint(content)
	if err != nil {
		return nil, fmt.Errorf("-resume %s: %w", file, err)
	}
	var chosen []report.Item
	for _, it := range items {
		if it.Result.Model.Name == c.Model {
			chosen = append(chosen, it)
		}
	}
	if len(chosen) != 1 {
		return nil, fmt.Errorf("-resume %s goes on with the model %s; there are %d of that name among those selected, which are %s",
			file, c.Model, len(chosen), strings.Join(report.Names(items), ", "))
	}
	chosen[0].Result.Options.Resume = c
	return chosen, nil
}
