package cli

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Options are those of the command line. The zero value is what holds without
// any flags.
type Options struct {
	Bound             *int              `json:"bound,omitempty"`      // nil is that of the model, or none
	BoundFrom         *int              `json:"bound_from,omitempty"` // unless nil, the first of several, of which Bound is the last
	BoundKind         bounding.Kind     `json:"bound_kind,omitempty"`
	NoBound           bool              `json:"no_bound,omitempty"` // also if the model has one; Bound is nil then
	Algorithm         checker.Algorithm `json:"dpor,omitempty"`
	AnyDeliveriesRace bool              `json:"any_deliveries_race,omitempty"`
	Delivery          proc.Delivery     `json:"delivery,omitempty"`
	KeepGoing         bool              `json:"keep_going,omitempty"`
	StopAtFirst       bool              `json:"stop_at_first,omitempty"` // excludes KeepGoing

	Seed             uint64        `json:"seed,omitempty"`              // 0 is the usual order
	Workers          int           `json:"workers,omitempty"`           // 0 is one for each processor
	MaxInterleavings int           `json:"max_interleavings,omitempty"` // of each model; 0 is what the model says, or no limit
	Depth            int           `json:"depth,omitempty"`             // events of an interleaving; 0 is what the model says, or checker.DefaultMaxEvents
	Timeout          time.Duration `json:"timeout,omitempty"`           // of the whole run; 0 is none

	// Memory is how many bytes of memory the program may have; 0 is what the machine leaves.
	Memory        int64 `json:"memory,omitempty"`
	NoMemoryLimit bool  `json:"no_memory_limit,omitempty"` // whatever the machine leaves; Memory is 0 then

	// Tree is the file for the exploration tree of the one model that is selected;
	// "" for none.
	Tree string `json:"tree,omitempty"`
	// Explain says which operations cause how many interleavings.
	Explain bool `json:"explain,omitempty"`
	// Show is how many interleavings of a model are shown if nothing is violated.
	Show int `json:"show,omitempty"`

	// Replay is the one interleaving to be executed instead of a search of the one
	// model that is selected; nil is none.
	Replay trace.NamedSchedule `json:"replay,omitzero"` // one without steps is one
	// ReplayFile is the file that Replay was read from; "" for none. It is not read again, but
	// nothing is written to it.
	ReplayFile string `json:"-"`
	// ReplayEvents says of each step of Replay what happened when it was kept, as
	// corpus.Step does. It may be empty.
	ReplayEvents []string `json:"replay_events,omitempty"`
	// ReplayAbout is what a file for Replay says of itself, as corpus.Failure does; above
	// all, of which model it is. It may be empty.
	ReplayAbout []string `json:"replay_about,omitempty"`
	// ReplayDelivery is the delivery with which Replay was found; "" if that is not known,
	// and Delivery holds.
	ReplayDelivery proc.Delivery `json:"replay_delivery,omitempty"`

	// Checkpoint is the file that a search is saved in when it is stopped, and every
	// CheckpointEvery if that is not 0; "" is none, but for a search that is
	// interrupted. Resume is the file with the search to go on with; "" is none.
	Checkpoint      string        `json:"checkpoint,omitempty"`
	CheckpointEvery time.Duration `json:"checkpoint_every,omitempty"`
	Resume          string        `json:"resume,omitempty"`

	Model string `json:"model,omitempty"` // a regular expression that the names of the models match
	List  bool   `json:"list,omitempty"`  // only list the models

	// Keep is the directory to keep the schedules of violations in; "" for none.
	Keep string `json:"keep,omitempty"`

	JSON bool `json:"json,omitempty"`
	// Outputs are written besides, at the end of the run.
	Outputs         []Output `json:"outputs,omitempty"`
	Width           int      `json:"width,omitempty"` // that traces are laid out for; 0 is that of the terminal
	Verbose         bool     `json:"verbose,omitempty"`
	RequireComplete bool     `json:"require_complete,omitempty"`

	// The files for profiles of the checker itself, for go tool pprof; "" is none.
	CPUProfile string `json:"cpu_profile,omitempty"`
	MemProfile string `json:"mem_profile,omitempty"`
}

// Output is a file to which a report is written.
type Output struct {
	Format report.Format `json:"format"`
	File   string        `json:"file"`
}

// SetBound sets the bound, or the first and the last of several, or that there is none,
// from the value of the flag.
func (o *Options) SetBound(value string) error {
	b, err := bounding.Parse(bounding.ByTree, value)
	if err != nil {
		return err
	}
	o.Bound, o.BoundFrom, o.NoBound = nil, nil, !b.Limits()
	if b.Limits() {
		last := b.Last()
		o.Bound = &last
	}
	if b.Several() {
		first := b.First()
		o.BoundFrom = &first
	}
	return nil
}

// Validate returns an error that says of every option that cannot be used what
// was expected, each on a line of its own, or nil.
func (o Options) Validate() error {
	var all []error
	problem := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	if o.Bound != nil && *o.Bound < 0 {
		problem("-bound is %d; it must be 0 or more (0 explores one interleaving; leave it out for a search without a bound)", *o.Bound)
	}
	if o.BoundFrom != nil {
		o.validateRange(problem)
	}
	if o.BoundKind != "" && !slices.Contains(bounding.Kinds(), o.BoundKind) {
		problem("-bound-kind is %q; it must be one of %s", o.BoundKind, report.Join(bounding.Kinds(), ", "))
	}
	if o.Algorithm != "" && !slices.Contains(checker.Algorithms(), o.Algorithm) {
		problem("-dpor is %q; it must be one of %s", o.Algorithm, report.Join(checker.Algorithms(), ", "))
	}
	if o.CheckpointEvery < 0 || o.CheckpointEvery > 0 && o.Checkpoint == "" {
		problem("-checkpoint-every is %v; it must be more than 0, and go with -checkpoint FILE", o.CheckpointEvery)
	}
	if o.onPreemptions() && o.Algorithm == checker.Optimal {
		problem("-bound-kind %s is not for -dpor %s, which plans sequences of steps, and the cheapest order of their class may be another one; leave -dpor out, or give -dpor %s",
			bounding.ByPreemption, checker.Optimal, checker.Source)
	}
	if why := unsavable(o.search().For(&checker.Model{})); why != "" && (o.Checkpoint != "" || o.Resume != "") {
		problem("-checkpoint and -resume are not for this search: %s", why)
	}
	if o.Resume != "" && o.Replay != nil {
		problem("-resume and -replay exclude each other: one goes on with a search, the other executes one interleaving")
	}
	if o.Delivery != "" && !slices.Contains(proc.Deliveries(), o.Delivery) {
		problem("-delivery is %q; it must be one of %s", o.Delivery, report.Join(proc.Deliveries(), ", "))
	}
	if d := o.ReplayDelivery; d != "" && o.Delivery != "" && o.Delivery != d {
		problem("-delivery is %q, but the file for -replay says that it was found with -delivery %s; leave -delivery out", o.Delivery, d)
	}
	if o.KeepGoing && o.StopAtFirst {
		problem("-keep-going and -stop-at-first exclude each other: one goes on after every violation, the other after none")
	}
	if o.Workers < 0 {
		problem("-workers is %d; it must be 0 (one for each processor) or more", o.Workers)
	}
	if o.MaxInterleavings < 0 {
		problem("-max-interleavings is %d; it must be 0 (no limit) or more", o.MaxInterleavings)
	}
	if o.Depth < 0 {
		problem("-depth is %d; it must be 0 (the default, %d events) or more", o.Depth, checker.DefaultMaxEvents)
	}
	if o.Timeout < 0 {
		problem("-timeout is %v; it must be 0 (none) or more, as 90s or 2h30m", o.Timeout)
	}
	if o.Memory < 0 {
		problem("-memory is %d bytes; it must be 0 (what the machine leaves) or more", o.Memory)
	}
	if o.Show < 0 {
		problem("-show is %d; it must be 0 (none) or more", o.Show)
	}
	if o.Width < 0 {
		problem("-width is %d; it must be 0 (that of the terminal) or more", o.Width)
	}
	if _, err := regexp.Compile(o.Model); err != nil {
		problem("-model is no regular expression: %v; names are matched as by 'go test -run'", err)
	}
	return problems.Join(all...)
}

// validateRange says what is wrong with a search from bound to bound.
func (o *Options) validateRange(problem func(format string, args ...any)) {
	if o.Bound == nil || *o.BoundFrom < 0 || *o.BoundFrom > *o.Bound {
		problem("-bound goes from %d to a lower bound; it must be as 0..6, the lower one first", *o.BoundFrom)
	}
}

// onPreemptions reports whether there is a bound on preemptions.
func (o *Options) onPreemptions() bool {
	return o.bound().Kind() == bounding.ByPreemption
}

// unsavable returns why a search with these options cannot be saved, and what to do
// about it; "" if it can.
func unsavable(o checker.Options) string {
	switch {
	case o.Bound.Kind() == bounding.ByPreemption:
		return fmt.Sprintf("one with a bound on preemptions cannot be; one with -bound-kind %s or %s can", bounding.ByTree, bounding.ByDelay)
	case o.Algorithm != "" && o.Algorithm != checker.Optimal:
		return fmt.Sprintf("only one with -dpor %s can be", checker.Optimal)
	}
	return ""
}

// alone returns why a search with these options has one worker, whatever is asked for;
// "" if it has as many as are asked for.
func (o *Options) alone() string {
	switch {
	case o.Replay != nil:
		return "a replay is a single interleaving"
	case o.Algorithm != "" && o.Algorithm != checker.Optimal:
		return fmt.Sprintf("-dpor %s has one worker", o.Algorithm)
	case o.onPreemptions():
		return fmt.Sprintf("a search with -bound-kind %s has one worker", o.BoundKind)
	case o.Explain:
		return "a search with -explain has one worker"
	case o.Show > 0:
		return "a search with -show has one worker"
	case o.Tree != "":
		return "a search with -tree has one worker"
	}
	return ""
}

// forOneModel returns a flag that only one model can have, "" if there is none.
func (o *Options) forOneModel() string {
	switch {
	case o.Replay != nil:
		return "-replay"
	case o.Tree != "":
		return "-tree"
	}
	return ""
}

// examples returns how many interleavings are described: what is replayed is shown
// also if nothing is violated any more.
func (o *Options) examples() int {
	if o.Replay != nil {
		return max(1, o.Show)
	}
	return o.Show
}

// search returns the options for the checker.
func (o *Options) search() checker.Options {
	s := checker.Options{
		Algorithm:         o.Algorithm,
		AnyDeliveriesRace: o.AnyDeliveriesRace,
		Delivery:          cmp.Or(o.Delivery, o.ReplayDelivery),
		KeepGoing:         o.KeepGoing,
		StopAtFirst:       o.StopAtFirst,
		Workers:           o.Workers,
		Seed:              o.Seed,
		MaxInterleavings:  o.MaxInterleavings,
		MaxEvents:         o.Depth,
		Replay:            o.Replay,
		ReplayEvents:      o.ReplayEvents,
		Examples:          o.examples(),
		Explain:           o.Explain,
	}
	if o.Tree != "" {
		s.Workers = 1 // the tree looks into the world of the search
	}
	s.Bound = o.bound()
	return s
}

// bound returns the bound for the checker, the zero Bound if there is none.
func (o *Options) bound() bounding.Bound {
	if o.NoBound {
		return bounding.None()
	}
	if o.Bound == nil {
		return bounding.Bound{}
	}
	b := bounding.Of(cmp.Or(o.BoundKind, bounding.ByTree), *o.Bound)
	if o.BoundFrom != nil {
		b = b.From(*o.BoundFrom)
	}
	return b
}
