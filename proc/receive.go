package proc

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// Pattern says which messages a receive takes. It must be a pure function of
// the message.
type Pattern = mailbox.Pattern

// Any matches every message.
func Any() Pattern { return mailbox.Any() }

// Type matches the messages whose type is M, or implements the interface M. The
// message nil has no type: only Type[any] matches it, and Any.
func Type[M any]() Pattern { return mailbox.Type[M]() }

// Where matches the messages of type M for which the condition holds. The
// condition must be a pure function of the message; it may read variables of
// the process only if they do not change any more. One that needs the state of
// the process is given it by [Given].
func Where[M any](condition func(M) bool) Pattern { return mailbox.Where(condition) }

// Describe returns a pattern that matches what the given one does and is shown
// in traces as the format and its arguments say, as by fmt.Sprintf.
func Describe(pattern Pattern, format string, args ...any) Pattern {
	return mailbox.Describe(pattern, format, args...)
}

// Equal matches the messages that are deeply equal to want, type included. If parts of want
// have a [Codec], these are the messages that are the same as want would be.
func Equal(want any) Pattern { return mailbox.EqualTo(want, equality(want), Format) }

// Receive takes the oldest message that any of the patterns matches, and waits
// for one if there is none. Without patterns it takes any message. A pattern that is
// nil, or made of a condition or pattern that is, is a [*ModelError], and so is a state
// that cannot be copied.
func (p *P) Receive(patterns ...Pattern) any {
	m, _ := p.receive(trace.Receive, patterns)
	return m
}

// ReceiveTimeout is Receive with a time limit: it takes the oldest message that
// any of the patterns matches, or else returns nil and false. Time has no
// length here: where no message matches, the timeout may be what happens next,
// however long it was meant to be.
func (p *P) ReceiveTimeout(patterns ...Pattern) (message any, ok bool) {
	return p.receive(trace.ReceiveTimeout, patterns)
}

// Receive takes the oldest message of type M for which all the conditions hold,
// and waits for one if there is none.
func Receive[M any](p *P, conditions ...func(M) bool) M {
	m, _ := p.Receive(narrowed(p, "Receive", conditions)).(M) // nil, if that is what comes
	return m
}

// ReceiveTimeout is Receive with a time limit: where no message matches it may
// return the zero M and false.
func ReceiveTimeout[M any](p *P, conditions ...func(M) bool) (M, bool) {
	m, ok := p.ReceiveTimeout(narrowed(p, "ReceiveTimeout", conditions))
	if !ok {
		var none M
		return none, false
	}
	message, _ := m.(M)
	return message, true
}

// narrowed returns the pattern of the receive that is called so.
func narrowed[M any](p *P, call string, conditions []func(M) bool) Pattern {
	if len(conditions) == 0 {
		return Type[M]()
	}
	for i, holds := range conditions {
		if holds == nil {
			p.misuse("%s: condition %d is nil; give it a function, or leave it out to take any message of the type %v", call, i+1, reflect.TypeFor[M]())
		}
	}
	return Where(func(m M) bool {
		for _, holds := range conditions {
			if !holds(m) {
				return false
			}
		}
		return true
	})
}

func (p *P) receive(kind trace.Kind, patterns []Pattern) (any, bool) {
	if len(patterns) == 0 {
		patterns = []Pattern{Any()}
	}
	p.refuse(kind, patterns)
	got := p.perform(operation{Op: trace.Op{Kind: kind, Patterns: p.selection(patterns...)}})
	if got.status == timedOut {
		return nil, false
	}
	return p.sys.values.get(got.value), true
}

// refuse stops a receive with patterns that cannot be asked. Later, when they are
// asked, nobody knows whose call they are from.
func (p *P) refuse(kind trace.Kind, patterns []Pattern) {
	call := "Receive"
	if kind == trace.ReceiveTimeout {
		call = "ReceiveTimeout"
	}
	for i, pattern := range patterns {
		if mailbox.Nil(pattern, "it") != "" { // or else no words are made, as each receive comes here
			p.misuse("%s: %s is nil; make a pattern by Type, Where, Given or Equal, or give none to take any message",
				call, mailbox.Nil(pattern, fmt.Sprintf("pattern %d", i+1)))
		}
		if err := uncopied(pattern); err != nil {
			p.misuse("%s: the state that pattern %d is given cannot be copied: %v. Give it a struct of what the condition reads", call, i+1, err)
		}
	}
}

// selection is the patterns of one receive, which remembers the messages that
// it was asked about. Several workers may ask.
type selection struct {
	*conditions
	patterns []Pattern
	mu       sync.Mutex
	known    atomic.Pointer[[]verdict] // in order; replaced, not changed, under mu
}

// verdict is a message, and in the lowest bit whether it matches. There is a
// selection for each receive of each history, and most are asked about few
// messages.
type verdict uint64

const matches verdict = 1

func about(v trace.ValueID) verdict    { return verdict(v) << 1 }
func (a verdict) value() trace.ValueID { return trace.ValueID(a >> 1) }

func (p *P) selection(patterns ...Pattern) *selection {
	return &selection{conditions: p.conditions(), patterns: patterns}
}

// Match implements trace.Patterns.
func (s *selection) Match(v trace.ValueID) bool {
	if known, yes, _ := s.remembered(v); known {
		return yes
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known, yes, place := s.remembered(v)
	if !known {
		yes = s.evaluate(v)
		s.remember(v, yes, place)
	}
	return yes
}

// Same reports whether the other patterns certainly match the same messages, as package
// trace may ask. A pattern whose type has no fields is known by its type.
func (s *selection) Same(other trace.Patterns) bool {
	o, ok := other.(*selection)
	return ok && slices.EqualFunc(s.patterns, o.patterns, func(p, q Pattern) bool {
		if g, ok := p.(*given); ok {
			h, ok := q.(*given)
			return ok && g.same(h)
		}
		t := reflect.TypeOf(p)
		return t == reflect.TypeOf(q) && t.Size() == 0
	})
}

// remembered returns whether it is known that the message matches, or else the
// place of that among the answers.
func (s *selection) remembered(v trace.ValueID) (known, yes bool, place int) {
	answers := s.answers()
	if len(answers) > 8 {
		place, _ = slices.BinarySearch(answers, about(v))
	}
	for ; place < len(answers) && answers[place].value() <= v; place++ {
		if answers[place].value() == v {
			return true, answers[place]&matches != 0, place
		}
	}
	return false, false, place
}

func (s *selection) answers() []verdict {
	if known := s.known.Load(); known != nil {
		return *known
	}
	return nil
}

func (s *selection) remember(v trace.ValueID, yes bool, place int) {
	a := about(v)
	if yes {
		a |= matches
	}
	known := slices.Insert(slices.Clone(s.answers()), place, a)
	s.known.Store(&known)
}

func (s *selection) evaluate(v trace.ValueID) bool {
	for _, pattern := range s.patterns {
		if s.matches(pattern, v) {
			return true
		}
	}
	return false
}

func (s *selection) matches(pattern Pattern, v trace.ValueID) bool {
	return s.hold(
		func() bool { return pattern.Matches(s.values.get(v)) },
		func() string { return s.text(describePattern(pattern), v) })
}

func (s *selection) text(pattern string, v trace.ValueID) string {
	return fmt.Sprintf("the receive pattern %q, asked about the message %s,", pattern, s.values.text(v))
}

func (s *selection) recheck(other trace.Patterns) (n int, difference string) {
	o := other.(*selection)
	for _, was := range slices.Backward(s.answers()) { // not in the order in which they were asked
		n++
		if now := o.evaluate(was.value()); now != (was&matches != 0) {
			return n, differs(s.text(s.String(), was.value()), now)
		}
	}
	return n, ""
}

func (s *selection) forget() { s.known.Store(nil) }

// refusal says why a message is not taken.
func (s *selection) refusal(v trace.ValueID) string {
	return mailbox.Refusal(s.values.get(v), s.patterns...)
}

// String describes the patterns for a trace.
func (s *selection) String() string { return s.named(describePattern) }

// kind describes the patterns without the states that they are given.
func (s *selection) kind() string {
	return s.named(func(p Pattern) string {
		if g, ok := p.(*given); ok {
			return g.asks()
		}
		return describePattern(p)
	})
}

func (s *selection) named(name func(Pattern) string) string {
	var names []string
	for _, p := range s.patterns {
		names = append(names, name(p))
	}
	return strings.Join(names, " or ")
}

// describePattern describes a pattern for a trace. One of the model's own may panic even then.
func describePattern(p Pattern) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a %T whose String method panics", p)
		}
	}()
	return p.String()
}

func performReceive(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	ev.Taken = trace.NoEvent
	i := a.mailbox.FindFrom(a.passed, op.Patterns)
	if i == a.mailbox.Len() {
		return result{status: timedOut}
	}
	u.place, u.message = int32(i), a.mailbox.Take(i)
	ev.Taken, ev.Result = u.message.ID, u.message.Value
	return result{value: u.message.Value}
}

func undoReceive(s *System, a *process, op *operation, u *undo) {
	if u.message.Value != trace.NoValue {
		a.mailbox.Untake(int(u.place), u.message)
	}
}
