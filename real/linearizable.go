package real

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/linear"
)

// Linearizable returns the rule that programs see a single object, which executes one operation at a time, each at some moment between its
// call and its return; see [checker.Linearizable], also for initial and apply. read says which operation a line calls or ends, and of which
// process: one has several operations under way only by several names. It returns false for other lines.
func Linearizable[S, C, R any](name string, initial S, apply func(state S, call C) (S, R), read func(Line) (process string, o checker.Operation[C, R], ok bool)) Rule {
	return Rule{Name: name, New: func() func(Line) error {
		return object(initial, apply, func(l Line) (process string, o checker.Operation[C, R], kind lineKind) {
			process, o, ok := read(l)
			switch {
			case !ok:
				return process, o, other
			case o.Returned:
				return process, o, returned
			}
			return process, o, called
		})
	}}
}

// lineKind is what a line says of an operation.
type lineKind uint8

const (
	other    lineKind = iota
	called            // it is called
	returned          // it has returned
	lost              // it never returns
)

// object returns a function that is called with each line, and whose error says that programs do not see one object.
func object[S, C, R any](initial S, apply func(S, C) (S, R), read func(Line) (string, checker.Operation[C, R], lineKind)) func(Line) error {
	state := linear.New[S, C, R](initial)
	return func(l Line) error {
		process, o, kind := read(l)
		switch kind {
		case other:
			return nil
		case lost:
			state = state.Lose(process)
			return nil
		}
		after, err := state.Next(apply, process, linear.Event[C, R](o))
		if err == nil {
			state = after
		}
		return err
	}
}

// Access is an operation of a register: a read, a write, or a comparison that writes if the value is the expected one.
type Access struct{ Function, Value, Expected string }

// String returns the operation as a call.
func (a Access) String() string {
	switch a.Function {
	case "read":
		return "read"
	case "cas":
		return fmt.Sprintf("cas %s to %s", a.Expected, a.Value)
	}
	return a.Function + " " + a.Value
}

// access executes an operation of a register.
func access(value string, a Access) (after, result string) {
	switch a.Function {
	case "read":
		return value, value
	case "cas":
		if value != a.Expected {
			return value, "no"
		}
	}
	return a.Value, ""
}

// operation is a line about an operation of a register.
type operation struct {
	Process  any    `json:"process"`
	Type     string `json:"type"`
	Function string `json:"f"`
	Key      any    `json:"key"`
	Value    any    `json:"value"`
	Expected any    `json:"expected"`
}

// Registers returns the rule that programs see one register for each key, as in [Linearizable]. Programs print operations as JSON objects,
// one in a line, with the members type ("invoke", "ok", "fail" or "info"), f ("read", "write" or "cas"), process, value, and if there are
// several registers key; the value of an "ok" of a read is its result, and null is the initial value. A "cas" has a member expected,
// too, and after it "fail" says that it found another value. After any other "fail", and after "info", the operation may have taken effect, may do so
// later, or not.
func Registers(name string) Rule {
	return Rule{Name: name, New: func() func(Line) error {
		registers := map[string]func(Line) error{}
		return func(l Line) error {
			var o operation
			if !strings.HasPrefix(l.Text, "{") || json.Unmarshal([]byte(l.Text), &o) != nil || o.Type == "" {
				return nil
			}
			key := text(o.Key)
			if registers[key] == nil {
				registers[key] = object("null", access, accessOf)
			}
			if err := registers[key](l); err != nil && o.Key != nil {
				return fmt.Errorf("key %s: %w", key, err)
			} else {
				return err
			}
		}
	}}
}

// accessOf reads a line about an operation of a register.
func accessOf(l Line) (process string, op checker.Operation[Access, string], kind lineKind) {
	var o operation
	if json.Unmarshal([]byte(l.Text), &o) != nil {
		return "", op, other
	}
	process = l.Node
	if o.Process != nil {
		process = text(o.Process)
	}
	switch {
	case o.Type == "invoke":
		op.Call = Access{Function: o.Function, Value: text(o.Value)}
		if o.Function == "cas" {
			op.Call.Expected = text(o.Expected)
		}
		return process, op, called
	case o.Type == "ok":
		op.Returned = true
		if o.Function == "read" {
			op.Result = text(o.Value)
		}
		return process, op, returned
	case o.Type == "fail" && o.Function == "cas":
		op.Returned, op.Result = true, "no"
		return process, op, returned
	case o.Type == "fail", o.Type == "info":
		return process, op, lost
	}
	return "", op, other
}

// text returns a value of JSON as text.
func text(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(b)
}
