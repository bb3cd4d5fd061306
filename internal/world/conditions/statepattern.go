package conditions

import (
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/mailbox"
)

// StatePattern is a pattern with a condition on a state and a message.
type StatePattern struct {
	mailbox.Pattern
	of      string // the messages for which the condition is called
	state   *values.Value
	key     string         // the encoding of the state
	err     error          // why the state cannot be copied
	code    uintptr        // of the condition
	closure unsafe.Pointer // the condition, with the variables that it captures
}

// NewGiven returns a Given whose Pattern the caller must set. of describes the messages for which the
// condition is called; code and closure identify the condition.
func NewGiven(state any, of string, code uintptr, closure unsafe.Pointer) *StatePattern {
	g := &StatePattern{of: of, code: code, closure: closure}
	g.state, g.key, g.err = values.Snapshot(state)
	return g
}

// State returns a copy of the state. It panics if the state cannot be copied.
func (g *StatePattern) State() any {
	if g.err != nil {
		panic(g.err)
	}
	return g.state.Copy()
}

// Unwrap lets package mailbox see the condition.
func (g *StatePattern) Unwrap() mailbox.Pattern { return g.Pattern }

func (g *StatePattern) String() string {
	if g.err != nil {
		return g.asks()
	}
	return g.asks() + " given " + Brief(g.state.Words())
}

// asks is String without the state.
func (g *StatePattern) asks() string { return g.of + " where " + functionName(g.code) }

// alike reports whether two conditions have the same code and state. A process that is executed again
// must have alike conditions; functions cannot be compared.
func (g *StatePattern) alike(h *StatePattern) bool {
	return g.code == h.code && g.key == h.key && reflect.TypeOf(g.Pattern) == reflect.TypeOf(h.Pattern)
}

// same reports whether two conditions certainly return the same results.
func (g *StatePattern) same(h *StatePattern) bool { return g.closure == h.closure && g.alike(h) }

// Uncopied returns why the state of a pattern cannot be copied, nil if it can or there is none.
func Uncopied(p mailbox.Pattern) error {
	for {
		if g, ok := p.(*StatePattern); ok {
			return g.err
		}
		w, ok := p.(interface{ Unwrap() mailbox.Pattern })
		if !ok {
			return nil
		}
		p = w.Unwrap()
	}
}

// maxStateText limits how many characters of a state are shown.
const maxStateText = 60

// Brief returns the text of a state, cut where it is long.
func Brief(state string) string {
	if r := []rune(state); len(r) > maxStateText {
		return string(r[:maxStateText-1]) + "…"
	}
	return state
}

var (
	literal = regexp.MustCompile(`\.(func)?\d`)
	pointer = strings.NewReplacer("(*", "", ")", "", "[...]", "", "-fm", "")
)

// functionName returns the name of a function or method without its package, "…" for a literal.
func functionName(code uintptr) string {
	name := runtime.FuncForPC(code).Name()
	name = name[strings.LastIndexByte(name, '/')+1:]
	_, name, _ = strings.Cut(name, ".")
	if literal.MatchString(name) {
		return "…"
	}
	return pointer.Replace(name)
}
