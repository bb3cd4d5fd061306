package conform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/systemlog"
)

// Judge judges a running system by the rules of a model, line by line of its log. It needs no search, so it also sees lines that would be
// possible in no interleaving. It keeps the memory of the rules, and the last lines. Its methods may be called concurrently.
type Judge struct {
	// Violated is called with the first violation of each rule, as it happens, unless it is nil. It must not call methods of the judge.
	Violated func(Violation)

	meaning func(systemlog.Line) systemlog.Meaning
	mu      sync.Mutex
	rules   []*judged
	text    []byte // the beginning of a line whose end was not written yet
	number  int    // of the last line
	recent  []systemlog.Line
	found   []Violation
	ended   bool
}

// judged is a rule during a run.
type judged struct {
	checker.Property
	goal  bool
	of    reflect.Type
	see   func(process string, value any) error
	end   func() error
	asked bool // it has seen something, and was reached if it is a goal
	over  bool // it was violated, or reached
}

// Violation says that lines of a log violate a rule.
type Violation struct {
	Rule, Explanation string
	// Line is the line that shows it; nil at the end. Recent are the lines that came last, up to 20, with that line.
	Line   *systemlog.Line
	Recent []systemlog.Line
}

// String returns the violation in a line, with the lines that came last below it.
func (v Violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s is violated: %s", v.Rule, v.Explanation)
	for _, l := range v.Recent {
		fmt.Fprintf(&b, "\n  %s", l)
	}
	return b.String()
}

// NewJudge returns a judge by the rules of a model, where Model.Log gives lines their meaning. An event or state that a line knows by its
// name gets its value from the fields of the line, by encoding/json. A rule about states takes the line for an exposed state. It returns an error
// if there is no rule, or one without a function.
func NewJudge(m checker.Model) (*Judge, error) {
	j := &Judge{meaning: m.Log}
	if j.meaning == nil {
		j.meaning = systemlog.Named
	}
	for _, r := range m.Rules {
		of, see, end := r.Begin()
		if see == nil {
			return nil, fmt.Errorf("the rule %q of model %s has no function", r.Name, m.Name)
		}
		j.rules = append(j.rules, &judged{Property: r.Property, goal: r.Goal(), of: of, see: see, end: end})
	}
	if len(j.rules) == 0 {
		return nil, fmt.Errorf("model %s has no rules to judge by", m.Name)
	}
	return j, nil
}

// Write judges the lines of a text, which are JSON objects; see package systemlog. Lines without a node or an event are of something else, and
// are left out. The last line may end in a later call. The error names a line that is no JSON object; later lines of the text are judged nevertheless.
func (j *Judge) Write(text []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var wrong error
	left := append(j.text, text...)
	for {
		line, rest, ended := bytes.Cut(left, []byte("\n"))
		if !ended {
			j.text = append(j.text[:0], left...)
			return len(text), wrong
		}
		j.number++
		l, err := systemlog.Parse(line)
		if l.Number = j.number; err == nil {
			err = j.judge(l)
		}
		if err != nil && wrong == nil && !errors.Is(err, systemlog.ErrOther) {
			wrong = fmt.Errorf("line %d of the log: %w", j.number, err)
		}
		left = rest
	}
}

// Handler returns a handler that judges each record, and passes it to another one.
func (j *Judge) Handler(next slog.Handler) slog.Handler {
	return slog.NewMultiHandler(slog.NewJSONHandler(j, &slog.HandlerOptions{Level: slog.Level(-1 << 31)}), next)
}

// End judges the rules about the end. It is for a system at rest: later lines are not judged.
func (j *Judge) End() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ended = true
	for _, r := range j.rules {
		if err := r.end(); err != nil && !r.over {
			j.violate(r, nil, err)
		}
	}
}

// Violations returns the first violation of each rule so far.
func (j *Judge) Violations() []Violation {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.found)
}

// Unasked returns the names of the rules that no line was about, and of the goals that were not reached.
func (j *Judge) Unasked() (names []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, r := range j.rules {
		if !r.asked {
			names = append(names, r.Name)
		}
	}
	return names
}

// mostRecent is how many lines a violation shows.
const mostRecent = 20

// judge judges a line.
func (j *Judge) judge(l systemlog.Line) (wrong error) {
	m := j.meaning(l)
	if len(m.Events) != 1 || j.ended { // it says nothing, or is ambiguous
		return nil
	}
	if len(j.recent) == mostRecent {
		j.recent = slices.Delete(j.recent, 0, 1)
	}
	j.recent = append(j.recent, l)
	for _, r := range j.rules {
		value, about, err := r.valueOf(m.Events[0])
		if err != nil {
			wrong = cmp.Or(wrong, err)
		}
		if !about || r.over {
			continue
		}
		switch err := r.see(cmp.Or(m.Node, l.Node), value); {
		case errors.Is(err, rules.ErrReached):
			r.asked, r.over = true, true
		case err != nil:
			j.violate(r, &l, err)
		case !r.goal && value != any(rules.Ended{}):
			r.asked = true
		}
	}
	return wrong
}

// valueOf returns what a rule sees of an event for which a line stands, and whether the rule is about such events.
func (r *judged) valueOf(event any) (value any, about bool, err error) {
	n, named := event.(systemlog.ByName)
	switch {
	case event == systemlog.Crash{}:
		return rules.Ended{}, true, nil
	case !named:
		return event, reflect.TypeOf(event) == r.of, nil
	case !strings.EqualFold(n.Name, r.of.Name()):
		return nil, false, nil
	}
	var from any = n.Values
	if r.of.Kind() != reflect.Struct && r.of.Kind() != reflect.Map {
		from = n.Values["value"]
	}
	text, err := json.Marshal(from)
	into := reflect.New(r.of)
	if err == nil {
		err = json.Unmarshal(text, into.Interface())
	}
	if err != nil {
		return nil, false, fmt.Errorf("the values of the event %s are no %v: %w", n.Name, r.of, err)
	}
	return into.Elem().Interface(), true, nil
}

// violate records a violation.
func (j *Judge) violate(r *judged, l *systemlog.Line, why error) {
	r.asked, r.over = true, true
	v := Violation{r.Name, why.Error(), l, slices.Clone(j.recent)}
	j.found = append(j.found, v)
	if j.Violated != nil {
		j.Violated(v)
	}
}
