package trace

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NamedStep is a [Step] with the name of the actor. "#" and a number in its place stand for the
// number of actors that were started before, so "#0" is the first process. (No name begins with
// "#".)
type NamedStep struct {
	Actor       string
	Alternative int32
}

// NamedSchedule is a [Schedule] that has the same meaning in every exploration of a model, because
// it identifies actors by name instead of by number.
//
// Its text form is a line such as
//
//	v1 main*3 left "left's timer" right=2 left*2
//
// that begins with the version. A step consists of the name of the actor, and "=" and the
// alternative if that is not 0. "*" and a number repeat the step. A number in place of a name is
// the number of actors that were started before the actor, so 0 is the first process. A name is
// quoted as in Go if it begins with a digit or has characters other than letters, digits and -_./#.
// Steps are separated by white space. A comment begins with "#" and extends to the end of its line.
type NamedSchedule []NamedStep

// scheduleVersion begins the text form.
const scheduleVersion = "v1"

// Named returns the schedule with names in place of actors' numbers.
func (s Schedule) Named(actor func(ActorID) *Actor) NamedSchedule {
	named := make(NamedSchedule, len(s))
	for i, st := range s {
		named[i] = NamedStep{actor(st.Actor).Name, st.Alternative}
	}
	return named
}

// Short returns the schedule with numbers in place of names. Actors holds the names in the order in
// which the actors were started.
func (s NamedSchedule) Short(actors []string) NamedSchedule {
	short := make(NamedSchedule, len(s))
	for i, st := range s {
		if n := slices.Index(actors, st.Actor); n >= 0 {
			st.Actor = "#" + strconv.Itoa(n)
		}
		short[i] = st
	}
	return short
}

// String returns the text form on one line.
func (s NamedSchedule) String() string {
	var b strings.Builder
	b.WriteString(scheduleVersion)
	for i := 0; i < len(s); {
		n := 1
		for i+n < len(s) && s[i+n] == s[i] {
			n++
		}
		b.WriteString(" " + s[i].String())
		if n > 1 {
			fmt.Fprintf(&b, "*%d", n)
		}
		i += n
	}
	return b.String()
}

// String returns the step as in the text form of a schedule.
func (s NamedStep) String() string {
	name, numbered := strings.CutPrefix(s.Actor, "#")
	if !numbered && (name == "" || isDigit(name[0]) || strings.IndexFunc(name, special) >= 0) {
		name = strconv.Quote(name)
	}
	if s.Alternative != 0 {
		name += "=" + strconv.Itoa(int(s.Alternative))
	}
	return name
}

// special reports whether a name with the character must be quoted.
func special(r rune) bool {
	return r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./#", r)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// ParseSchedule reads the text form of a schedule.
func ParseSchedule(text string) (NamedSchedule, error) {
	p := scheduleParser{rest: text}
	p.skip()
	if version := p.word(); version != scheduleVersion {
		return nil, fmt.Errorf("a schedule begins with its version, %s; this one begins with %q", scheduleVersion, version)
	}
	s := NamedSchedule{}
	for p.skip(); p.rest != ""; p.skip() {
		at := p.rest
		st, n, err := p.steps()
		if err != nil {
			first, _, _ := strings.Cut(at, "\n")
			return nil, fmt.Errorf("step %d of the schedule, at %.40q: %w", len(s)+1, first, err)
		}
		if n > maxSchedule-len(s) {
			return nil, fmt.Errorf("the schedule has more than %d steps", maxSchedule)
		}
		for range n {
			s = append(s, st)
		}
	}
	return s, nil
}

// maxSchedule keeps a mistyped repetition from filling the memory.
const maxSchedule = 1_000_000

// MarshalText returns the text form.
func (s NamedSchedule) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text form.
func (s *NamedSchedule) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSchedule(string(text))
	return err
}

// scheduleParser reads the text form from the beginning.
type scheduleParser struct {
	rest string
}

// skip skips white space and comments.
func (p *scheduleParser) skip() {
	for {
		p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
		if !strings.HasPrefix(p.rest, "#") {
			return
		}
		_, p.rest, _ = strings.Cut(p.rest, "\n")
	}
}

// word reads up to the next white space.
func (p *scheduleParser) word() string {
	n := strings.IndexFunc(p.rest, unicode.IsSpace)
	if n < 0 {
		n = len(p.rest)
	}
	word := p.rest[:n]
	p.rest = p.rest[n:]
	return word
}

// steps reads one step and the number of its repetitions.
func (p *scheduleParser) steps() (st NamedStep, n int, err error) {
	if st.Actor, err = p.name(); err != nil {
		return st, 0, err
	}
	n = 1
	suffix := p.word()
	if count, ok := cutLast(&suffix, "*"); ok {
		if n, err = strconv.Atoi(count); err != nil || n < 1 {
			return st, 0, errors.New("after * there must be a number of 1 or more")
		}
	}
	if alternative, ok := cutLast(&suffix, "="); ok {
		a, err := strconv.ParseInt(alternative, 10, 32)
		if err != nil || a < 0 {
			return st, 0, errors.New("after = there must be the number of an alternative, 0 or more")
		}
		st.Alternative = int32(a)
	}
	if suffix != "" {
		return st, 0, fmt.Errorf("expected a name with =ALTERNATIVE or *NUMBER after it, found %q after the name", suffix)
	}
	return st, n, nil
}

// name reads a name, quoted or not.
func (p *scheduleParser) name() (string, error) {
	if strings.HasPrefix(p.rest, `"`) {
		quoted, err := strconv.QuotedPrefix(p.rest)
		if err != nil {
			return "", errors.New("the quoted name does not end")
		}
		p.rest = p.rest[len(quoted):]
		name, err := strconv.Unquote(quoted)
		if err == nil && strings.HasPrefix(name, "#") {
			err = errors.New("no name begins with #")
		}
		return name, err
	}
	n := strings.IndexFunc(p.rest, special)
	if n < 0 {
		n = len(p.rest)
	}
	if n == 0 {
		return "", errors.New("expected the name of an actor, quoted if it has characters other than letters, digits and -_./#")
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	if isDigit(name[0]) {
		if _, err := strconv.Atoi(name); err != nil {
			return "", fmt.Errorf("%s is not a number; a name that begins with a digit must be quoted", name)
		}
		name = "#" + name
	}
	return name, nil
}

// cutLast cuts s before the last occurrence of mark and returns the text after it.
func cutLast(s *string, mark string) (after string, found bool) {
	i := strings.LastIndex(*s, mark)
	if i < 0 {
		return "", false
	}
	after = (*s)[i+len(mark):]
	*s = (*s)[:i]
	return after, true
}
