package command

import (
	"cmp"
	"fmt"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
)

// Options are the options of the command line. The zero value corresponds to no flags.
type Options struct {
	Bound             bounding.Bound    `json:"bound,omitzero"`
	Algorithm         checker.Algorithm `json:"search,omitempty"`
	AnyDeliveriesRace bool              `json:"any_deliveries_race,omitempty"`
	ReceivePatterns   bool              `json:"receive_patterns,omitempty"`
	LateDelivery      bool              `json:"late_delivery,omitempty"`
	Delivery          proc.Delivery     `json:"delivery,omitempty"`
	Faults            string            `json:"faults,omitempty"`     // changes to the faults of the model, as checker.Faults.With reads them
	Without           []string          `json:"without,omitempty"`    // the names of external events that are left out
	Parameters        map[string]int    `json:"parameters,omitempty"` // the values that parameters of models are given
	Until             checker.Until     `json:"until,omitempty"`      // "" is checker.UntilUndeclared

	Seed             uint64        `json:"seed,omitempty"`              // 0 is the default order
	Runs             int           `json:"runs,omitempty"`              // to draw; 0 is the default, if they are drawn
	Run              int           `json:"run,omitempty"`               // the number of the only one that is executed; 0 is all
	BugDepth         int           `json:"bug_depth,omitempty"`         // 0 is the default
	Workers          int           `json:"workers,omitempty"`           // 0 is one for each processor
	MaxInterleavings int           `json:"max_interleavings,omitempty"` // for each model; 0 means the model's limit, or none
	Depth            int           `json:"depth,omitempty"`             // maximal number of events of an interleaving; 0 means the model's, or checker.DefaultMaxEvents
	Timeout          time.Duration `json:"timeout,omitempty"`           // of the whole run; 0 means no limit

	// Memory is the memory limit of the program in bytes; 0 means the free memory of the machine.
	Memory        int64 `json:"memory,omitempty"`
	NoMemoryLimit bool  `json:"no_memory_limit,omitempty"` // no limit at all; Memory is 0 then

	// Explain asks which operations cause how many interleavings.
	Explain bool `json:"explain,omitempty"`
	// Show is the number of violations that are described with their traces, even if they are declared, one violation of
	// each model first; or of interleavings of models that are not violated.
	Show int `json:"show,omitempty"`
	// Witness is a goal; models without it are left out. The report shows how it is reached; "" is none.
	Witness string `json:"witness,omitempty"`

	// Replay is the interleaving of the only selected model that is executed instead of a search, with
	// its kept details; nil for none.
	Replay *corpus.Failure `json:"replay,omitempty"`
	// ReplayFile is the file that Replay was read from; "" for none. It is not read again: reports name
	// it, and it is protected from being overwritten.
	ReplayFile string `json:"replay_file,omitempty"`
	// Around is the interleaving with which the search of the only selected model begins, and AroundFile
	// its file, as for Replay.
	Around     *corpus.Failure `json:"around,omitempty"`
	AroundFile string          `json:"-"`

	// Checkpoint is the file in which a search is saved when it is stopped and, unless
	// CheckpointEvery is 0, at such intervals. If it is "", only a search that is interrupted is
	// saved. Resume is the file with the search to resume; "" for none.
	Checkpoint      string        `json:"checkpoint,omitempty"`
	CheckpointEvery time.Duration `json:"checkpoint_every,omitempty"`
	Resume          string        `json:"resume,omitempty"`

	// Minimize is how long violations of a model are minimized. 0 is not at all, and nil is 10 seconds for the violations
	// that are shown with their traces.
	Minimize *time.Duration `json:"minimize,omitempty"`

	// Explore lets the user drive an execution of the only selected model, instead of a search; Replay is then where it
	// begins, at its end.
	Explore bool `json:"explore,omitempty"`
	// HTTP is the loopback address of the page on which the user does so, as localhost:0; "" for none.
	HTTP string `json:"http,omitempty"`

	// Conform compares the only selected model with a log, instead of a search; nil is a search.
	Conform *Conform `json:"conform,omitempty"`

	Model string `json:"model,omitempty"` // a regular expression for the names of the models
	List  bool   `json:"list,omitempty"`  // only list the models
	Watch bool   `json:"-"`               // check again when a file changes, in another program

	// Keep is the directory for the schedules of violations; "" for none.
	Keep string `json:"keep,omitempty"`

	JSON bool `json:"json,omitempty"`
	// Outputs are written at the end of the run, in addition to the report.
	Outputs         []Output `json:"outputs,omitempty"`
	Width           int      `json:"width,omitempty"` // of traces; 0 means the width of the terminal
	Verbose         bool     `json:"verbose,omitempty"`
	Original        bool     `json:"original,omitempty"` // show the originals of minimized violations
	RequireComplete bool     `json:"require_complete,omitempty"`
}

// Output is a file to which a report is written.
type Output struct {
	Format report.Format `json:"format"`
	File   string        `json:"file"`
}

// Validate returns an error that describes every invalid option on a line of its own, or nil.
func (o Options) Validate() error {
	var all []error
	problem := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	s := o.search().For(&checker.Model{})
	s.Examples = o.Show
	if o.saves() && o.Replay == nil {
		s.Saving = new(checker.Saving)
	}
	all = append(all, problems.Each(s.Validate(new(checker.Model), o.flag))...)
	if o.CheckpointEvery < 0 || o.CheckpointEvery > 0 && o.Checkpoint == "" {
		problem("-checkpoint-every is %v; it must be more than 0, and go with -checkpoint FILE", o.CheckpointEvery)
	}
	if o.Resume != "" && o.Replay != nil {
		problem("-resume and -replay exclude each other: one goes on with a search, the other executes one interleaving")
	}
	if d := o.keptFailure().FoundWith(); d != "" && o.Delivery != "" && o.Delivery != d {
		problem("-delivery is %q, but the file for %s says that it was found with -delivery %s; leave -delivery out", o.Delivery, o.replayArgument(), d)
	}
	if kept := o.keptFailure().Without; len(o.Without) > 0 && len(kept) > 0 && !slices.Equal(o.Without, kept) {
		problem("-without is %q, but the file for %s says that it was found without %q; leave -without out", o.Without, o.replayArgument(), kept)
	}
	all = append(all, problems.Each(o.validateParameters())...)
	if _, err := (checker.Faults{}).With(o.Faults); err != nil {
		problem("-faults: %w", err)
	} else if with, found := o.keptFailure().Contradiction(o.Faults); with != "" {
		problem("-faults has %s, but the file for %s says that it was found with %s; leave it out", with, o.replayArgument(), found)
	}
	if o.Timeout < 0 {
		problem("-timeout is %v; it must be 0 (none) or more, such as 90s or 2h30m", o.Timeout)
	}
	if o.Explore && o.Run > 0 {
		problem("-replay run:%d is for searches; keep the violation with -keep, and give its file", o.Run)
	}
	if o.HTTP != "" && !loopback(o.HTTP) {
		problem("-http is %q; it must be an address of this machine alone with a port, as localhost:0 (any free port) or 127.0.0.1:8080", o.HTTP)
	}
	if o.Memory < 0 {
		problem("-memory is %d bytes; it must be 0 (what the machine leaves) or more", o.Memory)
	}
	if o.Width < 0 {
		problem("-width is %d; it must be 0 (the width of the terminal) or more", o.Width)
	}
	if _, err := regexp.Compile(o.Model); err != nil {
		problem("-model is not a regular expression: %v; names are matched as by 'go test -run'", err)
	}
	return problems.Join(all...)
}

// SetDelivery sets the delivery from the value of the flag: a kind, late, or both, as channel,late. Validate checks the kind.
func (o *Options) SetDelivery(value string) {
	kind, late := strings.CutSuffix(value, ",late")
	if value == "late" {
		kind, late = "", true
	}
	o.Delivery, o.LateDelivery = proc.Delivery(kind), late
}

// SetRun sets the number of the only run that is executed, from 1.
func (o *Options) SetRun(number string) error {
	n, err := strconv.ParseUint(number, 10, strconv.IntSize-1)
	if err == nil && n == 0 {
		err = strconv.ErrSyntax
	}
	o.Run = int(n)
	return err
}

// loopback reports whether an address with a port is of this machine alone.
func loopback(address string) bool {
	host, port, found := strings.Cut(address, ":")
	if strings.HasPrefix(address, "[") {
		host, port, found = strings.Cut(strings.TrimPrefix(address, "["), "]:")
	}
	ip, err := netip.ParseAddr(host)
	_, err2 := strconv.ParseUint(port, 10, 16)
	return found && err2 == nil && (host == "localhost" || err == nil && ip.IsLoopback())
}

// unfit returns an error that describes every option for the search of a model that does not go with it, by its flag.
func (o *Options) unfit(m *checker.Model, search *checker.Options) error {
	own, full := checker.Options{}.For(m), search.For(m)
	if own.Validate(m, o.flag) != nil {
		return nil // the model is wrong by itself
	}
	if err := full.Validate(m, o.flag); err != nil {
		return &checker.Failure{Model: m.Name, Cause: err}
	}
	return nil
}

// flag returns the flag for a field of the options of the checker.
func (o *Options) flag(field string) string {
	if field == "Saving" && o.Checkpoint == "" && o.Resume != "" {
		return "-resume"
	}
	return flagNames[field]
}

var flagNames = map[string]string{
	"Bound": "-bound", "Algorithm": "-search", "Delivery": "-delivery", "ReceivePatterns": "-receive-patterns", "AnyDeliveriesRace": "-receive-patterns=false", "LateDelivery": "-delivery late", "Saving": "-checkpoint",
	"Until": "-until", "Workers": "-workers", "MaxInterleavings": "-max-interleavings",
	"Around": "-around", "Replay": "-replay", "Runs": "-runs", "Run": "-replay run:N", "BugDepth": "-bug-depth",
	"MaxEvents": "-depth", "Memory": "-memory", "Examples": "-show", "Witness": "-show GOAL", "Faults": "-faults", "Without": "-without",
}

// alone returns why a search with these options has one worker whatever the flag says, or "" if it
// has as many as requested.
func (o *Options) alone() string {
	algorithm := o.search().For(&checker.Model{}).Algorithm.Traits()
	switch {
	case o.Replay != nil:
		return "a replay is a single interleaving"
	case o.Bound.Kind() == bounding.ByPreemption:
		return "a search with a bound on preemptions has one worker"
	case o.Until == checker.UntilShortest:
		return fmt.Sprintf("a search with -until %s has one worker", checker.UntilShortest)
	case !algorithm.Parallel:
		return fmt.Sprintf("-search %s has one worker", algorithm.Name)
	case algorithm.Merges && o.ReceivePatterns:
		return fmt.Sprintf("-search %s with -receive-patterns has one worker", algorithm.Name)
	case algorithm.Merges && o.Until == checker.UntilGoals:
		return fmt.Sprintf("-search %s with -until %s has one worker", algorithm.Name, checker.UntilGoals)
	case algorithm.Merges && o.MaxInterleavings > 0:
		return fmt.Sprintf("-search %s with -max-interleavings has one worker", algorithm.Name)
	case o.Run > 0:
		return "a single run has one worker"
	case o.Explain:
		return "a search with -explain has one worker"
	case o.Show > 0 || o.Witness != "":
		return "a search with -show has one worker"
	}
	return ""
}

// saves reports whether the options ask to save a search, or to go on with one.
func (o *Options) saves() bool { return o.Checkpoint != "" || o.Resume != "" }

// forOneModel returns a flag that is valid for one model only, or "" if there is none.
func (o *Options) forOneModel() string {
	switch {
	case o.Explore:
		return "checkmodel explore"
	case o.Conform != nil:
		return "checkmodel conform"
	case o.Replay != nil, o.Around != nil:
		return o.replayArgument()
	}
	return ""
}

// examples returns the number of interleavings to describe. A replay is shown even if it violates
// nothing.
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
		ReceivePatterns:   o.ReceivePatterns,
		LateDelivery:      o.LateDelivery,
		Delivery:          cmp.Or(o.Delivery, o.keptFailure().FoundWith()),
		Without:           o.without(),
		Until:             o.Until,
		Workers:           o.Workers,
		Seed:              o.Seed,
		MaxInterleavings:  o.MaxInterleavings,
		Runs:              o.Runs,
		Run:               o.Run,
		BugDepth:          o.BugDepth,
		MaxEvents:         o.Depth,
		Examples:          o.examples(),
		Explain:           o.Explain,
	}
	if o.Replay != nil {
		s.Replay, s.ReplayEvents = o.Replay.Schedule(), o.Replay.Events()
	}
	if o.Around != nil {
		s.Around, s.AroundEvents = o.Around.Schedule(), o.Around.Events()
	}
	s.Bound = o.Bound
	return s
}

// without returns the names of the external events that are left out.
func (o *Options) without() []string {
	if kept := o.keptFailure().Without; len(kept) > 0 {
		return kept
	}
	return o.Without
}

// searchOf returns the options for the checker of a model.
func (o *Options) searchOf(m *checker.Model) checker.Options {
	s := o.search()
	s.Witness = o.Witness
	f := m.Faults
	o.keptFailure().Restore(&f)
	f, err := f.With(o.Faults)
	if err == nil && !reflect.DeepEqual(f, m.Faults) { // Validate has the error
		s.Faults = &f
	}
	return s
}

// SetShow sets from the value of the flag how many violations are described, or the goal of which a witness is shown.
func (o *Options) SetShow(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil {
		o.Witness = value
		return nil
	}
	o.Show = n
	return nil
}
