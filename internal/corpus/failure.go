// Package corpus implements the text form of kept failures: the schedule of a violation with the
// event of each step. Package checktest keeps such files, replays them before it searches, and reports
// the steps that no longer match; the command writes them with -keep and executes them with -replay.
package corpus

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Failure is a violation that was found earlier.
type Failure struct {
	// Delivery says how messages travelled; "" is proc.Instant, or not known.
	Delivery proc.Delivery
	Without  []string // the names of the external events that were left out
	// Parameters holds the values of the model's parameters.
	Parameters map[string]int
	Process    string // that violated the property, if the last step does not show it; "" is none, or not known
	// Faults has the kinds of faults that steps do not show: those with a Comment. The zero values are none, or not known.
	Faults   checker.Faults
	About    []string // description for people, in lines
	Steps    []Step
	LoopFrom int // the number, from 1, of the first of the steps that are repeated for ever; 0 if none are
}

// Step is a step of the schedule with its event as text, as [trace.Entry.FileLine] returns it; "" if it is not known.
type Step struct {
	trace.NamedStep
	Event string
}

// Of returns a violation, which was found with the given options, as a failure.
func Of(m checker.Model, v *checker.Violation, o checker.Options) Failure {
	f := Failure{LoopFrom: v.LoopFrom, Without: o.Without, About: []string{
		ofModel + printable.OneLine(m.Name) + violates + printable.OneLine(v.Property),
		printable.OneLine(v.Explanation),
	}}
	if m := v.Minimized; m != nil {
		f.About = append(f.About, fmt.Sprintf("minimized, from %d events: %s", m.FromEvents, m.Original))
	}
	if o.Delivery != proc.Instant {
		f.Delivery = o.Delivery
	}
	if o.Faults != nil {
		for _, k := range commented {
			if value := k.Get(o.Faults); value != "" {
				_ = k.Set(&f.Faults, value) // it is valid
			}
		}
	}
	for _, p := range m.Parameters {
		f.set(p.Name, p.Value())
	}
	for i, st := range v.Steps {
		step := Step{NamedStep: st}
		if v.Trace != nil && i < len(v.Trace.Entries) {
			step.Event = v.Trace.Entries[i].FileLine()
		}
		f.Steps = append(f.Steps, step)
	}
	if v.Process != f.FailedIn() {
		f.Process = v.Process
	}
	return f
}

// The first line about a failure names its model.
const (
	ofModel  = "model "
	violates = " violates "
)

// Model returns the name of the failure's model, with characters escaped that are not printable, or
// "" if the failure does not name it. A name that contains "violates" may be cut; Names is exact.
func (f Failure) Model() string {
	if len(f.About) == 0 {
		return ""
	}
	about, ok := strings.CutPrefix(f.About[0], ofModel)
	name, _, said := strings.Cut(about, violates)
	if !ok || !said {
		return ""
	}
	return printable.OneLine(name)
}

// Property returns the name of the property that the failure of the model violates, with characters escaped that are not
// printable, or "" if the failure does not name it.
func (f Failure) Property(model string) string {
	if !f.Names(model) {
		return ""
	}
	return strings.TrimPrefix(f.About[0], ofModel+printable.OneLine(model)+violates)
}

// FailedIn returns the process that violates the property, or "" if there is none, or if that is not known.
func (f Failure) FailedIn() string {
	if n := len(f.Steps); f.Process == "" && n > 0 && strings.HasPrefix(f.Steps[n-1].Event, ended) {
		return f.Steps[n-1].Actor
	}
	return f.Process
}

// ended begins the event of the end of a process.
const ended = "end: "

// Names reports whether the failure names the given model as its own.
func (f Failure) Names(model string) bool {
	return len(f.About) > 0 && strings.HasPrefix(f.About[0], ofModel+printable.OneLine(model)+violates)
}

// OfAnother reports whether the failure names another model as its own.
func (f Failure) OfAnother(model string) bool { return f.Model() != "" && !f.Names(model) }

// FoundWith returns the delivery with which the failure was found, or "" if that is not known, as
// for a schedule alone.
func (f Failure) FoundWith() proc.Delivery {
	if f.Delivery == "" && f.Model() != "" {
		return proc.Instant // files omit it
	}
	return f.Delivery
}

// Restore sets in a budget the faults of the failure that its steps do not show, as far as they are known. It reports whether that
// changes the budget.
func (f Failure) Restore(b *checker.Faults) (changed bool) {
	if f.Model() == "" && len(f.faults()) == 0 {
		return false
	}
	was := *b
	for _, k := range commented {
		k.Copy(b, f.Faults)
		changed = changed || k.Get(&was) != k.Get(b)
	}
	return changed
}

// Contradiction returns the first number that a change of the faults, a text for [faults.Budget.With], sets to another one than
// the failure was found with, and the latter; or "" if there is none that steps do not show.
func (f Failure) Contradiction(change string) (with, found string) {
	changed, err := f.Faults.With(change)
	if err != nil || f.Model() == "" && len(f.faults()) == 0 {
		return "", ""
	}
	for _, k := range commented {
		if a, b := k.Get(&changed), k.Get(&f.Faults); k.Value != "" && a != b {
			return k.Name + "=" + cmp.Or(a, "0"), k.Name + "=" + cmp.Or(b, "0")
		}
	}
	return "", ""
}

// commented lists the kinds of faults that have a comment.
var commented = slices.DeleteFunc(faults.Kinds(), func(k faults.Kind) bool { return k.Comment == "" })

// version begins the text form, as it does for a trace.NamedSchedule.
const version = "v1"

// forEver comes before the first of the steps that are repeated for ever.
const forEver = "## then for ever:"

// delivered begins the first comment if the delivery was not instant.
const delivered = "delivery: "

// leftOut begins the first comment, or the next comment if there is a delivery, for each external event that was
// left out. Its name follows, quoted as in Go.
const leftOut = "without: "

// failing begins the comment after these, and after the comments about faults, if a process violated the property. Its name follows, quoted as in Go.
const failing = "process: "

// String returns the text form: the version, then a line for each step. trace.ParseSchedule can
// also parse it.
func (f Failure) String() string {
	var b strings.Builder
	b.WriteString(version + "\n")
	if f.Delivery != "" {
		b.WriteString("# " + delivered + string(f.Delivery) + "\n")
	}
	for _, name := range f.Without {
		b.WriteString("# " + leftOut + strconv.Quote(name) + "\n")
	}
	for _, text := range f.values() {
		b.WriteString("# " + parameter + text + "\n")
	}
	for _, text := range f.faults() {
		b.WriteString("# " + text + "\n")
	}
	if f.Process != "" {
		b.WriteString("# " + failing + strconv.Quote(f.Process) + "\n")
	}
	for _, line := range f.About {
		b.WriteString("# " + line + "\n")
	}
	width := 0
	for _, st := range f.Steps {
		width = max(width, utf8.RuneCountInString(st.NamedStep.String()))
	}
	for i, st := range f.Steps {
		if i+1 == f.LoopFrom {
			b.WriteString(forEver + "\n")
		}
		step := st.NamedStep.String()
		if st.Event != "" {
			step += strings.Repeat(" ", width-utf8.RuneCountInString(step)) + "  # " + st.Event
		}
		b.WriteString(step + "\n")
	}
	return b.String()
}

// faults returns the comments about faults.
func (f Failure) faults() (all []string) {
	for _, k := range commented {
		switch value := k.Get(&f.Faults); {
		case value == "":
		case k.Value == "":
			all = append(all, k.Comment)
		default:
			all = append(all, k.Comment+value)
		}
	}
	return all
}

// parseFault parses a comment about faults. It reports whether the comment is one.
func (f *Failure) parseFault(about string) (is bool, err error) {
	for _, k := range commented {
		value, ok := strings.CutPrefix(about, k.Comment)
		if !ok || k.Get(&f.Faults) != "" || k.Value == "" && value != "" {
			continue
		}
		if err := k.Set(&f.Faults, cmp.Or(value, "true")); err != nil {
			return true, fmt.Errorf("the comment %q of the schedule: %w", about, err)
		} else if k.Get(&f.Faults) == "" {
			return true, fmt.Errorf("the comment %q of the schedule must have a number above 0", about)
		}
		return true, nil
	}
	return false, nil
}

// MarshalText returns the text form.
func (f Failure) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets f to the result of Parse.
func (f *Failure) UnmarshalText(text []byte) (err error) {
	*f, err = Parse(string(text))
	return err
}

// Parse parses the text form, or any text form of a trace.NamedSchedule.
func Parse(text string) (Failure, error) {
	all, err := trace.ParseSchedule(text)
	if err != nil {
		return Failure{}, err
	}
	var f Failure
	begun := false // with the version
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if about, ok := strings.CutPrefix(line, "# "); ok && len(f.Steps) == 0 {
			if kind, ok := strings.CutPrefix(about, delivered); ok && f.Delivery == "" && len(f.About) == 0 {
				f.Delivery = proc.Delivery(kind)
				if f.Delivery.Check() != nil {
					return Failure{}, fmt.Errorf("the schedule is one with the delivery %q; there are %v", kind, proc.Deliveries())
				}
				continue
			}
			if quoted, ok := strings.CutPrefix(about, leftOut); ok && len(f.About) == 0 {
				name, err := strconv.Unquote(quoted)
				if err != nil {
					return Failure{}, fmt.Errorf("the schedule is one without the external event %s; a name is quoted as in Go", quoted)
				}
				f.Without = append(f.Without, name)
				continue
			}
			if text, ok := strings.CutPrefix(about, parameter); ok && len(f.About) == 0 {
				name, value, err := parseParameter(text)
				if err != nil {
					return Failure{}, fmt.Errorf("the schedule is one with the parameter %q; %w", text, err)
				}
				f.set(name, value)
				continue
			}
			if len(f.About) == 0 {
				if is, err := f.parseFault(about); err != nil {
					return Failure{}, err
				} else if is {
					continue
				}
			}
			if quoted, ok := strings.CutPrefix(about, failing); ok && f.Process == "" && len(f.About) == 0 {
				var err error
				if f.Process, err = strconv.Unquote(quoted); err != nil {
					return Failure{}, fmt.Errorf("the schedule names process %s; a name is quoted as in Go", quoted)
				}
				continue
			}
			f.About = append(f.About, about)
			continue
		}
		if line == forEver {
			f.LoopFrom = len(f.Steps) + 1
			continue
		}
		if begun {
			line = version + " " + line
		}
		steps, err := trace.ParseSchedule(line)
		if err != nil { // the lines are not single steps
			f.About, f.LoopFrom, f.Steps = nil, 0, withoutEvents(all)
			return f, nil
		}
		begun = true
		f.Steps = append(f.Steps, withoutEvents(steps)...)
		if len(steps) == 1 {
			_, step, _ := strings.Cut(line, version) // the name of a process may equal the version
			_, rest, _ := strings.Cut(step, steps[0].String())
			f.Steps[len(f.Steps)-1].Event = strings.TrimPrefix(strings.TrimSpace(rest), "# ")
		}
	}
	if f.LoopFrom > len(f.Steps) {
		f.LoopFrom = 0
	}
	return f, nil
}

func withoutEvents(schedule trace.NamedSchedule) []Step {
	var steps []Step
	for _, st := range schedule {
		steps = append(steps, Step{NamedStep: st})
	}
	return steps
}

// Events returns the event of each step, or "" where it is not known, for ReplayEvents of
// [checker.Options].
func (f Failure) Events() (events []string) {
	for _, st := range f.Steps {
		events = append(events, st.Event)
	}
	return events
}

// Schedule returns the schedule.
func (f Failure) Schedule() trace.NamedSchedule {
	s := trace.NamedSchedule{}
	for _, st := range f.Steps {
		s = append(s, st.NamedStep)
	}
	return s
}

// Path returns the slash-separated path of the failure in a directory of failures of several
// models. Failures with the same schedule, found with the same delivery and faults, have the same path.
func (f Failure) Path(model string) string {
	with := string(f.Delivery) + strings.Join(f.Without, "\x00")
	for _, text := range f.faults() {
		with += "\x00" + text
	}
	for _, text := range f.values() {
		with += "\x00" + parameter + text
	}
	sum := sha256.Sum256([]byte(f.Schedule().String() + with))
	return path.Join(Dir(model), hex.EncodeToString(sum[:8])+".trace")
}

// Dir returns the path of a model's failures in a directory of failures. For a name that is too
// long for a file, it is the beginning of the name and a checksum.
func Dir(model string) string {
	dir := url.PathEscape(model)
	if strings.Trim(dir, ".") == "" { // it would mean something in a path
		dir = strings.ReplaceAll(dir, ".", "%2E")
	}
	if len(dir) > maxDir {
		sum := sha256.Sum256([]byte(model))
		dir = strings.TrimRight(brokenEscape.ReplaceAllString(dir[:maxDir-20], ""), ".") + "~" + hex.EncodeToString(sum[:8])
	}
	return dir
}

// maxDir is how long the name of a directory may be. Most systems allow 255 bytes.
const maxDir = 200

// brokenEscape matches an escape at the end that has been cut.
var brokenEscape = regexp.MustCompile("%[0-9A-F]?$")

// Deviation returns the first step at which the events of a replay differ from the events of the
// failure, and the difference, or "" if there is none. Steps whose event is not known match any event.
func (f Failure) Deviation(replayed *trace.Trace) string {
	if replayed == nil {
		return ""
	}
	for i, st := range f.Steps {
		if i == len(replayed.Entries) {
			return fmt.Sprintf("it matches the model for %d of %d steps", i, len(f.Steps))
		}
		was, _ := trace.ParseFileLine(st.Event)
		if now := replayed.Entries[i].Event(); was != "" && now != was {
			return fmt.Sprintf("it matches the model for %d of %d steps; then %s did %q, and now does %q",
				i, len(f.Steps), st.Actor, was, now)
		}
	}
	return ""
}
