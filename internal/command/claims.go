package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/trace"
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
				checkpointFlag, trace.OneLine(file))
		}
		time.Sleep(pause)
	}
}

// free claims a file in which nothing is lost, and returns its name: that one if possible, or one with a number
// before its extension. It may be the file that the run resumes, or one that it has written.
func (s *saving) free(name, extension string) string {
	r, file := s.run, name+extension
	for n := 2; ; n++ {
		path := r.path(file)
		if r.claims.held[path] != nil {
			return file
		}
		err := r.claims.add(path)
		if err != nil && !errors.Is(err, files.ErrClaimed) {
			return file // it cannot be written, which is said then
		}
		if place, found := files.Find(path); err == nil && (found != nil || !s.loses(place)) {
			return file
		}
		if err == nil {
			r.claims.held[path]()
			delete(r.claims.held, path)
		}
		file = fmt.Sprintf("%s-%d%s", name, n, extension)
	}
}

// loses reports whether a file there has something else than the search that the run resumes.
func (s *saving) loses(place *files.Place) bool {
	if file := s.run.options.Resume; file != "" {
		if resumed, err := files.Find(s.run.path(file)); err == nil && place.Same(resumed) {
			return false
		}
	}
	return occupied(place)
}

// occupied reports whether there is something that a new file would replace.
func occupied(p *files.Place) bool {
	return p.Info != nil && (!p.Info.Mode().IsRegular() || p.Info.Size() > 0)
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
