package proc

import (
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"unsafe"

	"github.com/checkmodel/checkmodel/mailbox"
)

// Given matches the messages of type M for which the condition holds in the given
// state. It is for a receive that wants other messages as the state of its process
// changes:
//
//	m := p.Receive(proc.Given(s, state.wants)).(message)
//
// where state has a method wants(m message) bool, or with pointers
//
//	m := p.Receive(proc.Given(n, (*node).wants)).(message)
//
// Given copies the state, with all that it points to, as a message is copied when it
// is sent. So the process may change it after the call. The condition is called with
// a copy of that copy each time, and must be a pure function of the two: what it
// needs besides the message belongs into the state. It may read other variables only
// if they do not change any more.
//
// A message that is not wanted stays in the mailbox, and is taken by the first receive
// that wants it. As long as it is there it races with no other message.
//
// The state is what can be sent: plain data, and types with a [Codec]. If it is not, or
// if the condition is nil, the receive is a [*ModelError]; then make a struct of what
// the condition reads. Traces show the name of the condition, if it has one, and the
// state, shortened if it is long.
func Given[S, M any](state S, condition func(state S, message M) bool) Pattern {
	function := reflect.ValueOf(condition)
	if function.IsNil() {
		return mailbox.Where[M](nil)
	}
	g := &given{code: function.Pointer(), closure: *(*unsafe.Pointer)(unsafe.Pointer(&condition))}
	g.state, g.key, g.err = snapshot(state)
	g.Pattern = mailbox.Where(func(m M) bool {
		if g.err != nil {
			panic(g.err)
		}
		s, _ := g.state.copy().(S) // nil, if S is an interface and it is that
		return condition(s, m)
	})
	g.of = "a message" // not "any message", which is what a receive takes without conditions
	if t := reflect.TypeFor[M](); t != reflect.TypeFor[any]() {
		g.of = mailbox.Type[M]().String()
	}
	return g
}

// given is a pattern whose condition is given a state.
type given struct {
	Pattern
	of      string // which messages the condition is asked about
	state   *value
	key     string         // what the state is encoded as
	err     error          // why the state cannot be copied
	code    uintptr        // of the condition
	closure unsafe.Pointer // the condition, with what it captures
}

// Unwrap lets package mailbox see the condition.
func (g *given) Unwrap() Pattern { return g.Pattern }

func (g *given) String() string {
	if g.err != nil {
		return g.asks()
	}
	return g.asks() + " given " + clipped(g.state.words(), maxStateText)
}

// asks is String without the state.
func (g *given) asks() string { return g.of + " where " + functionName(g.code) }

// alike reports whether two conditions have the same code and state, which is all that a
// process can be held to when it is executed again: functions cannot be compared.
func (g *given) alike(h *given) bool {
	return g.code == h.code && g.key == h.key && reflect.TypeOf(g.Pattern) == reflect.TypeOf(h.Pattern)
}

// same reports whether two conditions certainly give the same answers.
func (g *given) same(h *given) bool { return g.closure == h.closure && g.alike(h) }

// uncopied returns why the state that a pattern was given cannot be copied, nil if it can.
func uncopied(p Pattern) error {
	for {
		if g, ok := p.(*given); ok {
			return g.err
		}
		w, ok := p.(interface{ Unwrap() Pattern })
		if !ok {
			return nil
		}
		p = w.Unwrap()
	}
}

// snapshot returns a copy of a value, and what it is encoded as, which is equal exactly for
// equal values. It refuses what cannot be sent.
func snapshot(v any) (copied *value, key string, err error) {
	e := encoder{nesting: maxNesting}
	if err := e.encodeAny(reflect.ValueOf(v), 0); err != nil {
		return nil, "", err
	}
	copied, err = e.kept(v, e.key)
	return copied, string(e.key), err
}

// maxStateText is how many characters of a state are shown.
const maxStateText = 60

// clipped returns at most so many characters of a text.
func clipped(s string, length int) string {
	if r := []rune(s); len(r) > length {
		return string(r[:length-1]) + "…"
	}
	return s
}

var (
	literal = regexp.MustCompile(`\.(func)?\d`)
	pointer = strings.NewReplacer("(*", "", ")", "", "[...]", "", "-fm", "")
)

// functionName returns the name of a function or method without its package, or "…" for a
// function literal.
func functionName(code uintptr) string {
	name := runtime.FuncForPC(code).Name()
	name = name[strings.LastIndexByte(name, '/')+1:]
	_, name, _ = strings.Cut(name, ".")
	if literal.MatchString(name) {
		return "…"
	}
	return pointer.Replace(name)
}
