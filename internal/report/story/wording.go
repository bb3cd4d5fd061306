package story

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// InWords returns a copy of the violation in the words in which people read it. Documents and schedules have the names and the
// operations as the checker has them. Unless full is set, nested names omit their common prefix, which the legend then names.
func InWords(v *document.Violation, full bool) (c *document.Violation, legend string) {
	w := NewWording(v.Trace)
	if !full {
		w.setPrefix(v)
	}
	c = new(document.Violation)
	*c = *v
	c.Trace = slices.Clone(v.Trace)
	for i := range c.Trace {
		e := &c.Trace[i]
		told := i == len(c.Trace)-1 && Fails(v) // the explanation is not changed either
		w.Operation(e)
		result := e.Result
		if w.entry(e); told {
			e.Result = result
		}
	}
	c.Process, c.Actors = w.name(v.Process), inEach(v.Actors, w.name)
	c.Next = slices.Clone(v.Next)
	for i := range c.Next {
		p := &c.Next[i]
		p.Operation, p.Process = w.text(Pending(p.Operation, p.Process, p.Limit)), w.name(p.Process)
	}
	c.Waiting = slices.Clone(v.Waiting)
	for i := range c.Waiting {
		p := &c.Waiting[i]
		p.Process, p.For, p.Mailbox = w.name(p.Process), w.text(p.For), inEach(p.Mailbox, w.text)
	}
	c.History = slices.Clone(v.History)
	for i := range c.History {
		o := &c.History[i]
		o.Process, o.Call, o.Result = w.name(o.Process), w.text(o.Call), w.text(o.Result)
	}
	if v.Reversal != nil {
		r := *v.Reversal
		r.First, r.Second = w.side(c, r.First), w.side(c, r.Second)
		c.Reversal = &r
	}
	return c, w.legend(c, v.Actors)
}

// inEach returns a copy of a list with the function of each element.
func inEach(list []string, f func(string) string) []string {
	c := slices.Clone(list)
	for i := range c {
		c[i] = f(c[i])
	}
	return c
}

// legend lists the names of actors of the trace that are without the prefix.
func (w *Wording) legend(v *document.Violation, actors []string) string {
	if len(w.prefix) == 0 {
		return ""
	}
	appear := map[string]bool{}
	for i := range v.Trace {
		appear[v.Trace[i].Process], appear[v.Trace[i].With] = true, true
	}
	var short []string
	for _, name := range actors {
		n, _ := w.short(names.Parse(name).WithoutLives())
		if bare := n.String(); w.nested[bare] && appear[w.name(name)] && !slices.Contains(short, prose.Clean(bare)) {
			short = append(short, prose.Clean(bare))
		}
	}
	if len(short) == 0 {
		return ""
	}
	return "Names are without " + prose.Clean(w.omitted()) + " in front: " + strings.Join(short, ", ")
}

// Wording puts names and operations into words.
type Wording struct {
	prefix []names.Step     // the omitted prefix of nested names; nil if there is none
	nested map[string]bool  // these names, without it
	alarms map[string]alarm // by the names of their timers
}

// NewWording returns the wording of events, with names in full.
func NewWording(entries []trace.Entry) *Wording {
	w := &Wording{nested: map[string]bool{}, alarms: map[string]alarm{}}
	for i := range entries {
		if e := &entries[i]; e.Alarm != "" && e.Kind == KindTimer {
			w.alarms[e.With] = alarm{e.Alarm, e.Process}
		}
	}
	return w
}

// alarm is a timer that ends the sleep of a process, or its wait at a receive.
type alarm struct{ of, process string }

// Kinds of the events of alarms, where they are in words.
var (
	kindSleep = trace.Sleep.String()
	kindLimit = trace.TimeLimit.String()
)

// Kinds of their expiries: of one that wakes its process, and of one that only lets time go on, as it was cancelled or lost.
const kindAlarm, kindTime = "alarm", "time"

// setPrefix finds the common prefix of all nested names. It is left out if there are at least two of them, and no name looks
// like another without it.
func (w *Wording) setPrefix(v *document.Violation) {
	var nested []names.Name // with lives
	paths, others := map[string][]names.Step{}, map[string]bool{}
	for _, name := range v.Actors {
		process := names.Parse(name).Process()
		if len(process.Path) == 1 {
			others[process.String()] = true
			continue
		}
		nested = append(nested, process)
		bare := process.WithoutLives()
		paths[bare.String()] = bare.Path
	}
	if len(paths) < 2 {
		return
	}
	prefix := nested[0].WithoutLives().Path
	for _, path := range paths {
		prefix = prefix[:alike(prefix, path[:len(path)-1])]
	}
	for _, path := range paths {
		if len(prefix) == 0 || others[(names.Name{Path: path[len(prefix):]}).String()] {
			return
		}
	}
	w.prefix = prefix
	for _, n := range nested {
		for _, n := range []names.Name{n, n.WithoutLives()} {
			n, _ = w.short(n)
			w.nested[n.String()] = true
		}
	}
}

// alike returns how many steps two paths have in common at their beginnings.
func alike(a, b []names.Step) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// short returns a name without the prefix, and whether it has that.
func (w *Wording) short(n names.Name) (names.Name, bool) {
	if len(w.prefix) == 0 || len(n.Path) <= len(w.prefix) || alike(w.prefix, n.Path) < len(w.prefix) {
		return n, false
	}
	n.Path = n.Path[len(w.prefix):]
	return n, true
}

// omitted returns the prefix as text.
func (w *Wording) omitted() string { return names.Name{Path: w.prefix}.String() + "/" }

// Operation puts the operation of an entry into words, if it has others.
func (w *Wording) Operation(e *trace.Entry) {
	if a, ok := w.alarm(e); ok {
		a.tell(e)
		return
	}
	e.Operation = Pending(e.Operation, e.Process, e.Limit)
	if e.Alternatives > 0 && e.Result != "" {
		verb := "choose"
		if e.Described {
			verb = "pick"
		}
		e.Operation, e.Result = fmt.Sprintf("%s %s (one of %d)", verb, e.Result, e.Alternatives), ""
	}
}

// Pending puts an operation that has not happened into words, if an alarm bears on it.
func Pending(operation, process string, l *trace.Limit) string {
	switch {
	case l == nil:
		return operation
	case l.Without != "":
		return l.Without
	case l.Process != process: // it is the expiry
		return "end " + alarm{l.Alarm, l.Process}.String()
	}
	return alarm{l.Alarm, l.Process}.either("wake up", "give up")
}

// alarm returns the alarm of which the entry is an event, if it is one.
func (w *Wording) alarm(e *trace.Entry) (alarm, bool) {
	if e.Alarm != "" && e.Kind == KindTimer { // which may not be among the events yet
		return alarm{e.Alarm, e.Process}, true
	}
	timer := e.With
	if e.Kind == KindExpire {
		timer = e.Process
	}
	a, ok := w.alarms[timer]
	return a, ok
}

// either returns the words for a sleep, or for a wait.
func (a alarm) either(sleep, wait string) string {
	if a.of == kindSleep {
		return sleep
	}
	return wait
}

// String names the alarm as the sleep or wait of its process.
func (a alarm) String() string { return a.process + a.either("'s sleep", "'s wait") }

// tell puts an event of an alarm, or of the process for which it is, into words. The timer has no part in it.
func (a alarm) tell(e *trace.Entry) {
	switch {
	case e.Kind == KindTimer:
		e.Kind, e.Operation = a.of, a.either("sleep ", "wait at most ")+strconv.Itoa(e.Ticks)
	case e.Kind == KindExpire && e.To == "":
		e.Kind, e.Operation = kindTime, "let time go on"
	case e.Kind == KindExpire:
		e.Kind, e.Operation = kindAlarm, "end "+a.String()
	case e.Kind == kind.TimerCancel.String():
		e.Kind, e.Operation = a.of, "wait no longer"
	default: // it takes the message
		e.Operation, e.Result = a.either("wake up", "give up"), ""
	}
	if e.Kind == kindAlarm || e.Kind == kindTime {
		e.Process = a.process
	}
	e.With, e.To, e.Message, e.Brief = "", "", "", ""
}

// entry puts the names in an entry into words.
func (w *Wording) entry(e *trace.Entry) {
	for _, name := range []*string{&e.Process, &e.With, &e.To} {
		*name = w.name(*name)
	}
	for _, text := range []*string{&e.Operation, &e.Result, &e.Message, &e.Brief, &e.State} {
		*text = w.text(*text)
	}
	e.Instead = inEach(e.Instead, w.name)
	e.Declared = slices.Clone(e.Declared)
	for i := range e.Declared {
		d := &e.Declared[i]
		d.Process, d.Text = w.name(d.Process), w.text(d.Text)
	}
}

// side returns a side of a reversal in the words of its event in the trace, if it is there.
func (w *Wording) side(v *document.Violation, s checker.Side) checker.Side {
	s.Process, s.Operation, s.Message, s.Brief = w.name(s.Process), w.text(s.Operation), w.text(s.Message), w.text(s.Brief)
	if n := s.Number; n > 0 && n <= len(v.Trace) {
		e := &v.Trace[n-1]
		s.Process = e.Process
		if e.Kind == kindAlarm || slices.Contains([]string{kindTime, kindSleep, kindLimit}, e.Kind) {
			s.Operation = e.Operation
		}
	}
	return s
}

// name returns the name of an actor in words.
func (w *Wording) name(name string) string {
	if a, ok := w.alarms[name]; ok {
		a.process = w.name(a.process)
		return a.String()
	}
	n, _ := w.short(names.Parse(name))
	if n.To != nil {
		to, _ := w.short(names.Name{Path: n.To})
		n.To = to.Path
	}
	return n.Words()
}

// text returns a text with the names in it in words, except within quotes. The text may come from a method String of a model.
func (w *Wording) text(text string) string {
	var b strings.Builder
	for text != "" {
		plain, quoted := text, ""
		if i := strings.IndexByte(text, '"'); i >= 0 {
			plain, quoted = text[:i], text[i:i+quotedLength(text[i:])]
		}
		b.WriteString(names.InWords(w.shortened(plain)) + quoted)
		text = text[len(plain)+len(quoted):]
	}
	return b.String()
}

// quotedLength returns the length of the quoted text at the beginning of a text.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// shortened returns a text with the prefix left out of the names that have it.
func (w *Wording) shortened(text string) string {
	if len(w.prefix) == 0 {
		return text
	}
	var b strings.Builder
	for prefix := w.omitted(); ; {
		i := strings.Index(text, prefix)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		rest := text[i+len(prefix):]
		if b.WriteString(text[:i]); i > 0 && inName(before) || !w.begins(rest) {
			b.WriteString(prefix)
		}
		text = rest
	}
}

// begins reports whether a text begins with a nested name, without the prefix.
func (w *Wording) begins(text string) bool {
	for i, r := range text {
		if !inName(r) && w.nested[text[:i]] {
			return true
		}
		if i > longestName {
			return false
		}
	}
	return w.nested[text]
}

// longestName is how long a name can be that is found in a text.
const longestName = 200

// inName reports whether a character beside a name may belong to a longer one.
func inName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-#/.", r)
}
