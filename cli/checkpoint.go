package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/trace"
)

// saving lets a search be saved: into the file that the options name, or else, if
// it is interrupted or has no more memory, into one with the model's name.
type saving struct {
	run      *run
	ctx      context.Context
	name     string              // of the model, for messages
	progress *progress           // that is shown meanwhile; nil if none is
	resumed  *checker.Checkpoint // nil if it is not
	before   time.Duration       // how long the search had taken before it was resumed
	start    time.Time           // of what comes behind
	next     time.Time           // when the search is saved on the way
	asked    time.Time           // when it was found that this is due
	stopped  bool                // the search was given to be saved when it was stopped
	warned   bool                // that the search could not be saved the last time
	failed   error               // why it could not be saved when it was stopped
}

// before returns how long a search has taken before it is resumed; 0 if it is not.
func before(o *checker.Options) time.Duration {
	if o.Resume == nil {
		return 0
	}
	return time.Duration(o.Resume.Elapsed)
}

// saves returns the saving of a search of the model that begins or goes on now and whose progress is
// shown, or nil if it cannot be saved. The caller must call end when the search has ended.
func (r *run) saves(ctx context.Context, name string, start time.Time, shown *progress, m *checker.Model, o *checker.Options) *saving {
	if o.Replay != nil {
		return nil
	}
	if why := unsavable(o.For(m)); why != "" {
		if r.options.Checkpoint != "" {
			fmt.Fprintf(r.env.Stderr, "checkmodel: the search of %s is not saved: %s\n", name, why)
		}
		return nil
	}
	s := &saving{run: r, ctx: ctx, name: name, progress: shown, resumed: o.Resume, before: before(o), start: start}
	o.Saving = &checker.Saving{Identity: r.env.Identity, Save: s.save}
	if every := r.options.CheckpointEvery; every > 0 {
		s.next = start.Add(every)
		o.Saving.Due = s.due
	}
	return s
}

// savingShare is how many times as long as it took to save the search it goes on before it is
// saved again, however often somebody wants that.
const savingShare = 10

// due reports whether it is time to save.
func (s *saving) due() bool {
	s.asked = s.run.env.Now()
	return !s.asked.Before(s.next)
}

// saved says when the search is saved again.
func (s *saving) saved() {
	now := s.run.env.Now()
	s.next = now.Add(max(s.run.options.CheckpointEvery, savingShare*now.Sub(s.asked)))
}

// end ends the saving of a search that has that result, or nil. It returns why a search that was
// stopped could not be saved, and says so of one that was to end and did not come to where it can be.
func (s *saving) end(r *checker.Result) error {
	if s == nil {
		return nil
	}
	wanted := s.run.options.Checkpoint != "" || context.Cause(s.ctx) != errTimeout
	if r != nil && r.Stop == checker.Canceled && r.Verdict != checker.Failed && r.Interleavings > 0 && wanted && !s.stopped {
		s.note("checkmodel: the search of %s is not saved: it did not come to a point in time from which it can go on\n", s.name)
	}
	return s.failed
}

// save writes a checkpoint, so that there is always a whole one in the file. A search
// that cannot be saved on the way goes on: it may be saved later, or come to its end.
func (s *saving) save(c *checker.Checkpoint) error {
	stopped := c.Stop != checker.NotStopped
	s.stopped = s.stopped || stopped
	file := s.run.options.Checkpoint
	taken := s.run.saved != "" && s.run.saved != s.name // the file has another search
	switch {
	case file == "" && !s.unplanned(c):
		s.forgo(c)
		return nil
	case file == "" && taken:
		file = fileName(s.name) + ".checkpoint"
	case file == "":
		file = fileName(c.Model) + ".checkpoint"
	case taken:
		file += "." + fileName(s.name)
	}
	c.Elapsed = int64(s.before + s.run.env.Now().Sub(s.start))
	if !stopped {
		defer s.saved()
	}
	content, err := c.Encode()
	if err == nil {
		err = files.Write(s.run.path(file), content)
	}
	switch {
	case err != nil && stopped:
		s.failed = fmt.Errorf("the search of %s cannot be saved: %w", s.name, err)
	case err != nil && !s.warned:
		s.note("checkmodel: the search of %s cannot be saved for now, and goes on: %v\n", s.name, err)
	case err == nil && stopped:
		s.note("checkmodel: the search of %s is saved in %s; to go on, give the same command%s with -resume %s%s\n", s.name, file, s.otherwise(c), file, s.run.unbegun(s.ctx, s.name, c.Stop))
		s.run.saved = cmp.Or(s.run.saved, s.name)
	}
	if s.warned = err != nil; !s.warned && s.run.env.Saved != nil {
		s.run.env.Saved(file)
	}
	return nil
}

// otherwise says what must be different in the command that goes on.
func (s *saving) otherwise(c *checker.Checkpoint) string {
	switch {
	case c.Stop == checker.OutOfBudget:
		return " with a larger -max-interleavings and"
	case c.Stop == checker.OutOfMemory && s.run.options.Memory > 0:
		return " with a larger -memory and"
	}
	return ""
}

// forgo says that what a resumed search has explored further is lost, if nobody has asked
// for saving it. The file that it was resumed from is left alone: an interrupt alone saves
// what nobody has named a file for, and somebody may want to go on from there again.
func (s *saving) forgo(c *checker.Checkpoint) {
	if s.resumed != nil && (len(c.Levels) > len(s.resumed.Levels) || c.Interleavings > s.resumed.Interleavings) {
		s.note("checkmodel: what the search of %s has explored beyond %s is not saved; -checkpoint FILE saves it, also in the same file\n",
			s.name, s.run.options.Resume)
	}
}

// unbegun says which models are not searched any more, if the search of the one of that
// name has stopped because the run ends: resumed is that one alone. When the time of one
// search is up, the next one begins.
func (r *run) unbegun(ctx context.Context, name string, why checker.Stop) string {
	i := slices.IndexFunc(r.items, func(it report.Item) bool { return it.Name == name })
	if why != checker.Canceled || context.Cause(ctx) == errTimeout || i+1 == len(r.items) {
		return ""
	}
	behind := r.items[i+1:]
	if len(behind) > named {
		return fmt.Sprintf(". That is for %s alone: the %d models behind it have not been searched", name, len(behind))
	}
	var expressions []string
	for _, it := range behind {
		if e := regexp.QuoteMeta(it.Result.Model.Name); !slices.Contains(expressions, e) {
			expressions = append(expressions, e)
		}
	}
	return fmt.Sprintf(". That is for %s alone: for what is behind it, which has not been searched, -model '^(%s)$' instead",
		name, strings.Join(expressions, "|"))
}

// lost says why a search that was interrupted, or had no more memory, is not saved, if it was under way and
// cannot be: whoever interrupts it might rely on that.
func (r *run) lost(it *report.Item) {
	why := unsavable(it.Result.Options)
	if (it.Canceled == report.Interrupted || it.Result.Stop == checker.OutOfMemory) && it.Err == nil && it.Result.Interleavings > 0 && r.options.Replay == nil && why != "" {
		fmt.Fprintf(r.env.Stderr, "checkmodel: the search of %s is not saved: %s\n", it.Name, why)
	}
}

// note says something while progress is shown.
func (s *saving) note(format string, args ...any) {
	if s.progress != nil {
		s.progress.clear()
	}
	fmt.Fprintf(s.run.env.Stderr, format, args...)
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

// refused reports whether an error says that a search cannot be resumed as it was asked for.
func refused(err error) bool {
	var stale *checker.StaleCheckpoint
	return errors.As(err, &stale)
}

// flags says which flags a search had that cannot be resumed with those given; "" if it
// is not because of them that it cannot.
func flags(err error) string {
	var stale *checker.StaleCheckpoint
	if !errors.As(err, &stale) {
		return ""
	}
	var given, had []string
	for _, s := range stale.Options {
		switch kind, limit, _ := strings.Cut(s.Value, " "); {
		case s.Name == "bound" && limit == "":
			had = []string{"no -bound"}
		case s.Name == "bound":
			given = append(given, "-bound "+limit)
			if kind != string(bounding.ByTree) {
				given = append(given, "-bound-kind "+kind)
			}
		default:
			given = append(given, "-"+strings.ReplaceAll(s.Name, " ", "-")+"="+s.Value)
		}
	}
	if len(given) > 0 {
		had = append([]string{strings.Join(given, " ")}, had...)
	}
	return trace.OneLine(strings.Join(had, " and "))
}

// resume reads the checkpoint that the options name, and returns the one item that
// it belongs to.
func (r *run) resume(items []report.Item) ([]report.Item, error) {
	file := r.options.Resume
	if file == "" {
		return items, nil
	}
	content, err := files.Read(r.path(file), files.MaxCheckpoint)
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
	switch {
	case len(chosen) == 0:
		return nil, fmt.Errorf("-resume %s goes on with the model %s, which is not among those selected; they are %s", file, trace.OneLine(c.Model), names(items))
	case len(chosen) > 1:
		return nil, fmt.Errorf("-resume %s goes on with the model %s; name one package only: there are %s", file, trace.OneLine(c.Model), names(chosen))
	}
	chosen[0].Result.Options.Resume = c
	return chosen, nil
}
