package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/progress"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// saving saves a search: in the file that the options name, or else, if the search is interrupted
// or runs out of memory, in a file with the model's name.
type saving struct {
	run      *run
	ctx      context.Context
	name     string              // of the model, for messages
	progress *progress.Display   // the progress that is shown; nil if none is
	resumed  *checker.Checkpoint // nil if the search is not resumed
	before   time.Duration       // the time that the search had taken before it was resumed
	start    time.Time           // of the search, or of the rest if it was resumed
	next     time.Time           // when the search is to be saved next
	asked    time.Time           // when a save was requested
	stopped  bool                // the checker has passed a checkpoint of the stopped search
	warned   bool                // of a failure to save the search the last time
	failed   error               // why it could not be saved when it was stopped
	paused   []byte              // the checkpoint, if it only waits for its next turn
}

// before returns the time that a search had taken before it was resumed, or 0 if it is not resumed.
func before(o *checker.Options) time.Duration {
	if o.Resume == nil {
		return 0
	}
	return time.Duration(o.Resume.Elapsed)
}

// saves returns the saving of a search of the model that begins or is resumed now, with the given
// progress, or nil if the search cannot be saved. The caller must call end when the search has
// ended.
func (r *run) saves(ctx context.Context, name string, start time.Time, shown *progress.Display, m *checker.Model, o *checker.Options) *saving {
	full := o.For(m)
	if o.Replay != nil {
		return nil
	}
	if full.Unsavable(r.options.flag) != "" {
		if r.options.Checkpoint != "" {
			fmt.Fprintf(r.env.Stderr, "checkmodel: the search of %s is not saved: %s\n", printable.OneLine(name), full.Unsavable(r.options.flag))
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

// savingShare limits the cost of saving: after a save, the search continues for at least this
// multiple of the time that the save took, whatever the user asks for.
const savingShare = 10

// due reports whether it is time to save.
func (s *saving) due() bool {
	s.asked = s.run.env.Now()
	return !s.asked.Before(s.next)
}

// scheduleNext schedules the next save.
func (s *saving) scheduleNext() {
	now := s.run.env.Now()
	s.next = now.Add(max(s.run.options.CheckpointEvery, savingShare*now.Sub(s.asked)))
}

// end ends the saving of a search with the given result, which may be nil. It returns why a stopped
// search could not be saved, and reports a search that was to end and did not reach a point where
// it can be saved.
func (s *saving) end(r *checker.Result) error {
	if s == nil {
		return nil
	}
	wanted := s.run.options.Checkpoint != "" || context.Cause(s.ctx) != errTimeout
	if r != nil && r.Stop == checker.Canceled && r.Verdict != checker.Failed && r.Explored() && wanted && !s.stopped {
		s.note("checkmodel: the search of %s is not saved: it did not reach a point from which it can be resumed in time\n", printable.OneLine(s.name))
	}
	return s.failed
}

// save writes a checkpoint such that the file is always complete. If a running search cannot be
// saved, it continues: it may be saved later, or finish.
func (s *saving) save(c *checker.Checkpoint) error {
	stopped := c.Stop != checker.NotStopped
	s.stopped = s.stopped || stopped
	if s.paused == nil && c.Stop == checker.Canceled && context.Cause(s.ctx) == errTurn {
		return s.pause(c)
	}
	if s.run.options.Checkpoint == "" && !s.unplanned(c) {
		s.forgo(c)
		return nil
	}
	file := s.destination(c)
	if !stopped {
		defer s.scheduleNext()
	}
	err := files.WriteBy(s.run.path(file), s.content(c))
	switch {
	case err != nil && stopped:
		s.failed = fmt.Errorf("the search of %s cannot be saved: %w", printable.OneLine(s.name), err)
	case err != nil && !s.warned:
		s.note("checkmodel: the search of %s cannot be saved for now, and continues: %v\n", printable.OneLine(s.name), err)
	case err == nil && stopped:
		s.note("checkmodel: the search of %s is saved in %s; to go on, give the same command%s with -resume %s%s\n",
			printable.OneLine(s.name), file, s.otherwise(c), file, s.run.unbegun(s.ctx, s.name, c.Stop))
		s.run.saved = cmp.Or(s.run.saved, s.name)
	}
	if s.warned = err != nil; !s.warned && s.run.env.Saved != nil {
		s.run.env.Saved(file)
	}
	return nil
}

// pause keeps a checkpoint for the next turn of the search.
func (s *saving) pause(c *checker.Checkpoint) error {
	var b bytes.Buffer
	if err := s.content(c)(&b); err != nil {
		return err
	}
	s.paused = b.Bytes()
	return nil
}

// content returns a writer of the checkpoint: as it is, or as it was when the search was paused.
func (s *saving) content(c *checker.Checkpoint) func(io.Writer) error {
	if s.paused != nil {
		return func(w io.Writer) error {
			_, err := w.Write(s.paused)
			return err
		}
	}
	c.Elapsed = int64(s.before + s.run.env.Now().Sub(s.start))
	return c.EncodeTo
}

// destination returns the file for the checkpoint. Nothing else is lost there.
func (s *saving) destination(c *checker.Checkpoint) string {
	file := s.run.options.Checkpoint
	taken := s.run.saved != "" && s.run.saved != s.name // the file holds another search
	switch {
	case file == "" && taken:
		return s.free(files.NameOf(s.name), ".checkpoint")
	case file == "":
		return s.free(files.NameOf(c.Model), ".checkpoint")
	case taken:
		return s.free(file+"."+files.NameOf(s.name), "")
	}
	return file // see claimCheckpoint
}

// otherwise returns the change to the command that resumes the search, as a phrase.
func (s *saving) otherwise(c *checker.Checkpoint) string {
	switch {
	case c.Stop == checker.OutOfBudget:
		return " with a larger -max-interleavings and"
	case c.Stop == checker.OutOfMemory && s.run.options.Memory > 0:
		return " with a larger -memory and"
	}
	return ""
}

// forgo says that the progress of a resumed search is lost, if the user has not asked to save it.
// The file that the search was resumed from is not overwritten: the user did not name it as a
// checkpoint, and may want to resume from it again.
func (s *saving) forgo(c *checker.Checkpoint) {
	if s.resumed != nil && (len(c.Levels) > len(s.resumed.Levels) || c.Interleavings > s.resumed.Interleavings) {
		s.note("checkmodel: what the search of %s has explored beyond %s is not saved; -checkpoint FILE saves it, also in the same file\n",
			printable.OneLine(s.name), s.run.options.Resume)
	}
}

// unbegun says which models are not searched because the run ends, after the search of the named
// model has stopped: resuming continues that search alone. If only the time of one search is up,
// the next one begins.
func (r *run) unbegun(ctx context.Context, name string, why checker.Stop) string {
	i := slices.IndexFunc(r.requests, func(q document.Request) bool { return q.Name == name })
	var after []document.Request
	for i := i + 1; i < len(r.requests); i++ {
		if result := r.items[i].Result; result == nil || !result.Explored() {
			after = append(after, r.requests[i])
		}
	}
	if why != checker.Canceled || context.Cause(ctx) == errTimeout || len(after) == 0 {
		return ""
	}
	if len(after) > named {
		return fmt.Sprintf(". That is for %s alone: the %d models after it have not been searched", printable.OneLine(name), len(after))
	}
	var expressions []string
	for _, q := range after {
		if e := printable.OneLine(regexp.QuoteMeta(q.Model.Name)); !slices.Contains(expressions, e) {
			expressions = append(expressions, e)
		}
	}
	return fmt.Sprintf(". That is for %s alone: for the models after it, which have not been searched, use -model '^(%s)$' instead",
		printable.OneLine(name), strings.Join(expressions, "|"))
}

// explainUnsaved reports why a search that was interrupted, or ran out of memory, is not saved, because the user
// might rely on that.
func (r *run) explainUnsaved(it *document.Item) {
	why := it.Result.Options.Unsavable(r.options.flag)
	interrupted := it.Result.Stop == checker.Canceled && it.Canceled == document.Interrupted
	if (interrupted || it.Result.Stop == checker.OutOfMemory) && it.Err == nil && it.Result.Explored() && r.options.Replay == nil && why != "" {
		fmt.Fprintf(r.env.Stderr, "checkmodel: the search of %s is not saved: %s\n", printable.OneLine(it.Name), why)
	}
}

// note writes a message while progress is shown.
func (s *saving) note(format string, args ...any) {
	s.progress.Clear()
	fmt.Fprintf(s.run.env.Stderr, format, args...)
}

// isRefusal reports whether an error says that a search cannot be resumed with the given options.
func isRefusal(err error) bool {
	var stale *checker.StaleCheckpoint
	return errors.As(err, &stale)
}

// flags returns the flags of a saved search that cannot be resumed because of other flags, or "" if
// it cannot be resumed for another reason.
func flags(err error) string {
	var stale *checker.StaleCheckpoint
	if !errors.As(err, &stale) {
		return ""
	}
	var given, had []string
	for _, s := range stale.Options {
		switch {
		case s.Name == "bound" && s.Value == bounding.None().String():
			had = []string{"no -bound"}
		case s.Name == "bound":
			given = append(given, "-bound "+s.Value)
		case s.Name == "faults":
			had = append(had, "faults: "+s.Value)
		case s.Name == "around":
			had = append(had, "-around: "+s.Value)
		case s.Name == "without":
			had = append(had, "-without: "+s.Value)
		default:
			given = append(given, "-"+strings.ReplaceAll(s.Name, " ", "-")+"="+s.Value)
		}
	}
	if len(given) > 0 {
		had = append([]string{strings.Join(given, " ")}, had...)
	}
	return printable.OneLine(strings.Join(had, " and "))
}

// resume reads the checkpoint that the options name, and returns the request that it belongs to.
func (r *run) resume(requests []document.Request) ([]document.Request, error) {
	file := r.options.Resume
	if file == "" {
		return requests, nil
	}
	content, err := files.Open(r.path(file), files.MaxCheckpoint)
	if err != nil {
		return nil, fmt.Errorf("-resume: %w", err)
	}
	c, err := checker.ReadCheckpoint(content)
	if err != nil || c.Memo == nil {
		content.Close() // otherwise the search reads it
	}
	if err != nil {
		return nil, fmt.Errorf("-resume %s: %w", file, err)
	}
	var chosen []document.Request
	for _, q := range requests {
		if q.Model.Name == c.Model {
			chosen = append(chosen, q)
		}
	}
	switch {
	case len(chosen) == 0:
		return nil, fmt.Errorf("-resume %s continues the search of model %s, which is not among those selected; they are %s", file, printable.OneLine(c.Model), names(requests))
	case len(chosen) > 1:
		return nil, fmt.Errorf("-resume %s continues the search of model %s; name one package only: there are %s", file, printable.OneLine(c.Model), names(chosen))
	}
	chosen[0].Options.Resume = c
	return chosen, nil
}

// free claims a file in which nothing is lost, and returns its name: that one if possible, or one with a number
// before its extension. It may be the file that the run resumes, or one that it has written.
func (s *saving) free(name, extension string) string {
	r, file := s.run, name+extension
	for n := 2; ; n++ {
		path := r.path(file)
		if r.claims.Has(path) {
			return file
		}
		err := r.claims.Add(path)
		if err != nil && !errors.Is(err, files.ErrClaimed) {
			return file // it cannot be written, which is said then
		}
		if place, found := files.Find(path); err == nil && (found != nil || !s.loses(place)) {
			return file
		}
		r.claims.Drop(path)
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
