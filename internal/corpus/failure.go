// Package corpus is the text form in which failures are kept: a violation's
// schedule, with what happened at each step beside it. Package checktest keeps such
// files, replays them before it searches, and says how far they still match; the
// command writes them with -keep and executes them with -replay.
package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Failure is a violation that was found once.
type Failure struct {
	// Delivery says how messages traveled; "" is proc.Instant, or not known.
	Delivery proc.Delivery
	About    []string // lines that say what it is, for people
	Steps    []Step
}

// Step is a step of the schedule, and what happened at it, in words; "" if that is
// not known.
type Step struct {
	trace.NamedStep
	Event string
}

// Of returns the failure that a violation is, which was found with that delivery.
func Of(m checker.Model, v *checker.Violation, d proc.Delivery) Failure {
	f := Failure{About: []string{
		ofModel + trace.OneLine(m.Name) + violates + trace.OneLine(v.Property),
		trace.OneLine(v.Explanation),
	}}
	if d != proc.Instant {
		f.Delivery = d
	}
	for i, st := range v.Steps {
		f.Steps = append(f.Steps, Step{st, event(v.Trace, i)})
	}
	return f
}

// The first line about a failure says of which model it is.
const (
	ofModel  = "model "
	violates = " violates "
)

// Model returns the name of the model that the failure is of, as it says itself, with
// what is not printable escaped; "" if it does not say that. A name with "violates" in it
// may be cut: Names knows better.
func (f Failure) Model() string {
	if len(f.About) == 0 {
		return ""
	}
	about, ok := strings.CutPrefix(f.About[0], ofModel)
	name, _, said := strings.Cut(about, violates)
	if !ok || !said {
		return ""
	}
	return trace.OneLine(name)
}

// Names reports whether the failure says that it is of the model of that name.
func (f Failure) Names(model string) bool {
	return len(f.About) > 0 && strings.HasPrefix(f.About[0], ofModel+trace.OneLine(model)+violates)
}

// OfAnother reports whether the failure says that it is of a model with another name.
func (f Failure) OfAnother(model string) bool { return f.Model() != "" && !f.Names(model) }

// FoundWith returns the delivery with which the failure was found; "" if that is not known,
// as of a schedule alone.
func (f Failure) FoundWith() proc.Delivery {
	if f.Delivery == "" && f.Model() != "" {
		return proc.Instant // which files do not say
	}
	return f.Delivery
}

// event puts an event of a trace into words.
func event(tr *trace.Trace, i int) string {
	if tr == nil || i >= len(tr.Entries) {
		return ""
	}
	return tr.Entries[i].Event()
}

// version begins the text form, which is also that of a trace.NamedSchedule.
const version = "v1"

// delivered begins the first comment if messages did not arrive at once.
const delivered = "delivery: "

// String returns the text form: the version, then a line for each step. It is read
// by trace.ParseSchedule, too.
func (f Failure) String() string {
	var b strings.Builder
	b.WriteString(version + "\n")
	if f.Delivery != "" {
		b.WriteString("# " + delivered + string(f.Delivery) + "\n")
	}
	for _, line := range f.About {
		b.WriteString("# " + line + "\n")
	}
	width := 0
	for _, st := range f.Steps {
		width = max(width, utf8.RuneCountInString(st.NamedStep.String()))
	}
	for _, st := range f.Steps {
		step := st.NamedStep.String()
		if st.Event != "" {
			step += strings.Repeat(" ", width-utf8.RuneCountInString(step)) + "  # " + st.Event
		}
		b.WriteString(step + "\n")
	}
	return b.String()
}

// Parse reads the text form, or any text form of a trace.NamedSchedule.
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
				if f.Delivery = proc.Delivery(kind); !slices.Contains(proc.Deliveries(), f.Delivery) {
					return Failure{}, fmt.Errorf("the schedule is one with the delivery %q; there are %v", kind, proc.Deliveries())
				}
				continue
			}
			f.About = append(f.About, about)
			continue
		}
		if begun {
			line = version + " " + line
		}
		steps, err := trace.ParseSchedule(line)
		if err != nil { // it is not a step a line
			return Failure{Delivery: f.Delivery, Steps: withoutEvents(all)}, nil
		}
		begun = true
		f.Steps = append(f.Steps, withoutEvents(steps)...)
		if len(steps) == 1 {
			_, step, _ := strings.Cut(line, version) // a process may be called as that is
			_, behind, _ := strings.Cut(step, steps[0].String())
			f.Steps[len(f.Steps)-1].Event = strings.TrimPrefix(strings.TrimSpace(behind), "# ")
		}
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

// Events returns what happened at each step, "" where that is not known; it is for ReplayEvents of
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

// Path returns where in a directory of failures one of that model belongs, with
// slashes. Failures with the same schedule and the same delivery have the same path.
func (f Failure) Path(model string) string {
	sum := sha256.Sum256([]byte(f.Schedule().String() + string(f.Delivery)))
	return path.Join(Dir(model), hex.EncodeToString(sum[:8])+".trace")
}

// Dir returns where in a directory of failures those of a model are. Of a name that is longer than
// that of a file may be it is the beginning, with a sum of the whole.
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

// Deviation says at which step a replay began to do something else than the
// failure did, and what; "" if it did the same all along. Steps whose event is not
// known match any.
func (f Failure) Deviation(replayed *trace.Trace) string {
	if replayed == nil {
		return ""
	}
	for i, st := range f.Steps {
		if i == len(replayed.Entries) {
			return fmt.Sprintf("it matches the model for %d of %d steps", i, len(f.Steps))
		}
		if now := event(replayed, i); st.Event != "" && now != st.Event {
			return fmt.Sprintf("it matches the model for %d of %d steps; then %s did %q, and now does %q",
				i, len(f.Steps), st.Actor, st.Event, now)
		}
	}
	return ""
}
