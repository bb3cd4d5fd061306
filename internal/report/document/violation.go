package document

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Fault reports whether v is the interleaving in which a model failed, and not a requested example.
func (v *Violation) Fault() bool { return v.Property == "" && v.Explanation != "" }

// Sizes says how large the trace was and is.
func (m *Minimization) Sizes() string {
	text := fmt.Sprintf("%s → %d", prose.Plural(m.FromEvents, "event"), m.Events)
	if m.FromExternals > 0 {
		text += fmt.Sprintf(", %d external → %d", m.FromExternals, m.Externals)
	}
	return text
}

// Known says whether it could be smaller, to follow the sizes.
func (m *Minimization) Known() string {
	switch m.Claim {
	case string(minimize.Minimal):
		return "; minimal: no external event and no fault can be left out (exhaustive)"
	case string(minimize.OneMinimal):
		return "; 1-minimal: to leave out each event was tried"
	case string(minimize.Reduced):
		return "; reduced: the limits were reached before each event was tried"
	}
	return ""
}

// Violation is a violation with its trace, or an example, which has no property.
type Violation struct {
	Property    string `json:"property"`
	Doc         string `json:"doc,omitempty"` // the description of the property
	Explanation string `json:"explanation"`   // one sentence, with the values involved
	Declared    bool   `json:"declared"`      // whether the model declares that it violates the property
	Process     string `json:"process,omitempty"`
	Reaches     string `json:"reaches,omitempty"` // the goal that a witness reaches
	// Rule is file:line of the function that judges, if the property is a rule and this is known.
	Rule string `json:"rule,omitempty"`
	// Interleaving is the number of the first interleaving with it, Count the number of such
	// interleavings.
	Interleaving int `json:"interleaving"`
	Count        int `json:"count"`
	Shown        int `json:"shown"` // the number of the interleaving that is shown, the shortest of them
	// LoopFrom is the number of the event from which on the trace repeats for ever; 0 if it ends.
	LoopFrom int `json:"loop_from,omitempty"`
	// DeadEnd says how many states can follow the last event if the property cannot hold in any of them; otherwise it is 0.
	DeadEnd int `json:"dead_end,omitempty"`
	// Viewed says that it repeats, or is a dead end, only by the View of the model.
	Viewed bool `json:"viewed,omitempty"`

	Trace    []trace.Entry     `json:"trace"` // the events that led to it
	Actors   []string          `json:"actors"`
	Next     []trace.Pause     `json:"next"`               // the operations that would follow
	Races    []trace.Pair      `json:"races"`              // pairs of events whose order can be reversed
	Reversal *checker.Reversal `json:"reversal,omitempty"` // why the interleaving was explored
	Waiting  []Waiting         `json:"waiting,omitempty"`  // if the violation is seen at the end
	Stack    []string          `json:"stack,omitempty"`    // the calls that led to a panic

	Schedule trace.NamedSchedule `json:"schedule"`         // of just these events
	Replay   string              `json:"replay,omitempty"` // the command that executes it again
	// Around is the command that explores its neighbourhood, for a violation that was drawn at random.
	Around string `json:"around,omitempty"`
	// History holds the operations, if they are not linearizable.
	History []result.HistoryOperation `json:"history,omitempty"`
	// Minimized describes how the trace was made smaller, if it was.
	Minimized *Minimization `json:"minimized,omitempty"`
}

// Minimization describes how a violation was made smaller; see checker.Minimized.
type Minimization struct {
	Events        int      `json:"events"`
	Externals     int      `json:"externals"`
	FromEvents    int      `json:"from_events"`
	FromExternals int      `json:"from_externals"`
	Claim         string   `json:"claim"`
	Needed        []string `json:"needed"` // external events without which nothing fails, as far as that was explored
	Schedules     int      `json:"schedules"`
	// Original is the schedule that was made smaller.
	Original trace.NamedSchedule `json:"original"`
	Stages   []Stage             `json:"stages"`
	// From is the violation that was made smaller; nil in reports that were saved before it was kept.
	From *Violation `json:"from,omitempty"`
}

// Stage describes the result of a stage.
type Stage struct {
	Name      string `json:"name"`
	Events    int    `json:"events"`
	Externals int    `json:"externals"`
	Messages  int    `json:"messages"` // that are taken
	Schedules int    `json:"schedules"`
}

// Waiting is a process that waits for ever, or a daemon, which may, while its mailbox has messages
// that it does not take.
type Waiting struct {
	Process string   `json:"process"`
	For     string   `json:"for"`
	Source  string   `json:"source,omitempty"`
	Mailbox []string `json:"mailbox"`
	Refused []string `json:"refused,omitempty"` // for each message, why it does not take it
	Daemon  bool     `json:"daemon,omitempty"`
}

// Repeats says which events repeat for ever, "" if the interleaving ends.
func (v *Violation) Repeats() string {
	switch {
	case v.LoopFrom == 0:
		return ""
	case v.LoopFrom == len(v.Trace):
		return fmt.Sprintf("event %d, marked on the left, repeats for ever", v.LoopFrom)
	}
	return fmt.Sprintf("events %d to %d, marked on the left, repeat for ever", v.LoopFrom, len(v.Trace))
}

// Follows says how many states can follow a dead end, "" if the violation is by none.
func (v *Violation) Follows() string {
	if v.DeadEnd == 0 {
		return ""
	}
	last, view := len(v.Trace), ""
	if v.Viewed {
		view = ", as the View of the model shows them"
	}
	text := fmt.Sprintf("After event %d, %d states can be reached, with the one just after it%s, and it holds in none of them.", last, v.DeadEnd, view)
	if v.DeadEnd == 1 {
		text = fmt.Sprintf("After event %d, no other state can be reached%s, and it does not hold in this one.", last, view)
	}
	if last > 1 {
		text += fmt.Sprintf(" Before event %d, one in which it holds could still be reached.", last)
	}
	return text
}

// Original returns the violation that v was made from, or nil if there is none with a trace.
func (v *Violation) Original() *Violation {
	if v.Minimized == nil || v.Minimized.From == nil || len(v.Minimized.From.Trace) == 0 {
		return nil
	}
	return v.Minimized.From
}

// Properties returns the properties of a model, including rules and goals.
func Properties(m *checker.Model) []checker.Property {
	return slices.Concat(m.Properties, prose.Each(m.Rules, func(r checker.Rule) checker.Property { return r.Property }))
}

// file returns the name of the file in which a violation is kept, as a word of a command, or "".
func (it *Item) file(v *checker.Violation) string {
	if i := slices.Index(it.Result.Violations, v); i >= 0 && i < len(it.Files) {
		return printable.Word(it.Files[i])
	}
	return ""
}

// Violation describes a violation of the item.
func (it *Item) Violation(found *checker.Violation) Violation {
	m := &it.Result.Model
	v := Violation{
		Property: found.Property, Explanation: found.Explanation, Declared: m.Declares(found),
		Process: found.Process, Reaches: found.Reaches, Interleaving: found.Interleaving, Count: found.Count, Shown: cmp.Or(found.Shown, found.Interleaving), LoopFrom: found.LoopFrom, DeadEnd: found.DeadEnd, Viewed: found.Viewed,
		Trace: []trace.Entry{}, Actors: []string{}, Next: []trace.Pause{}, Races: []trace.Pair{},
		Stack: found.Stack, Reversal: found.Reversal, Schedule: found.Steps, History: found.History,
	}
	if rule := m.Rule(found.Property); rule != nil {
		v.Rule = rule.Source()
	}
	for _, p := range Properties(m) {
		if p.Name == found.Property {
			v.Doc = p.Doc
		}
	}
	if t := found.Trace; t != nil {
		v.Trace = append(v.Trace, t.Entries...)
		v.Actors = append(v.Actors, t.Actors...)
		v.Next = append(v.Next, t.Next...)
		v.Races = append(v.Races, t.Races...)
	}
	for _, w := range found.Waiting {
		v.Waiting = append(v.Waiting, Waiting{
			Process: w.Process, For: w.For, Source: w.Source, Mailbox: append([]string{}, w.Mailbox...), Refused: w.Refused, Daemon: w.Daemon,
		})
	}
	if m := found.Minimized; m != nil {
		v.Minimized = &Minimization{
			Events: m.Events, Externals: m.Externals, FromEvents: m.FromEvents, FromExternals: m.FromExternals,
			Claim: string(m.Claim), Needed: append([]string{}, m.Needed...), Schedules: m.Schedules, Original: m.Original,
		}
		for _, s := range m.Stages {
			v.Minimized.Stages = append(v.Minimized.Stages, Stage(s))
		}
		if m.From != nil {
			from := it.Violation(m.From)
			v.Minimized.From = &from
		}
	}
	if len(found.Steps) > 0 && it.Package != "" {
		schedule := cmp.Or(it.file(found), scheduleWord(found.Steps.Short(v.Actors)))
		v.Replay = commandWith(it.Request(), "-replay", schedule, nil)
		if it.Result.Sample != nil && found.Property != "" {
			v.Around = aroundCommand(it.Request(), schedule)
		}
	}
	return v
}
