package world

import (
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/mailbox"
)

// Given is a pattern whose condition is given a state.
type Given struct {
	mailbox.Pattern
	of      string // which messages the condition is asked about
	state   *values.Value
	key     string         // what the state is encoded as
	err     error          // why the state cannot be copied
	code    uintptr        // of the condition
	closure unsafe.Pointer // the condition, with what it captures
}

// NewGiven returns a pattern without a condition, which the caller must set as Pattern. Of
// says which messages that is asked about; code and closure tell conditions apart.
func NewGiven(state any, of string, code uintptr, closure unsafe.Pointer) *Given {
	g := &Given{of: of, code: code, closure: closure}
	g.state, g.key, g.err = values.Snapshot(state)
	return g
}

// State returns a copy of the state. It panics if the state cannot be copied.
func (g *Given) State() any {
	if g.err != nil {
		panic(g.err)
	}
	return g.state.Copy()
}

// Unwrap lets package mailbox see the condition.
func (g *Given) Unwrap() mailbox.Pattern { return g.Pattern }

func (g *Given) String() string {
	if g.err != nil {
		return g.asks()
	}
	return g.asks() + " given " + clipped(g.state.Words(), maxStateText)
}

// asks is String without the state.
func (g *Given) asks() string { return g.of + " where " + functionName(g.code) }

// alike reports whether two conditions have the same code and state, which is all that a
// process can be held to when it is executed again: functions cannot be compared.
func (g *Given) alike(h *Given) bool {
	return g.code == h.code && g.key == h.key && reflect.TypeOf(g.Pattern) == reflect.TypeOf(h.Pattern)
}

// same reports whether two conditions certainly give the same answers.
func (g *Given) same(h *Given) bool { return g.closure == h.closure && g.alike(h) }

// Uncopied returns why the state that a pattern was given cannot be copied, nil if it can.
func Uncopied(p mailbox.Pattern) error {
	for {
		if g, ok := p.(*Given); ok {
			return g.err
		}
		w, ok := p.(interface{ Unwrap() mailbox.Pattern })
		if !ok {
			return nil
		}
		p = w.Unwrap()
	}
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
