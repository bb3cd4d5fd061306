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
		state := linear.New[S, C, R](initial)
		return func(l Line) (err error) {
			if process, o, ok := read(l); ok {
				state, err = state.Next(apply, process, linear.Event[C, R](o))
			}
			return err
		}
	}}
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
		registers := map[string]register{}
		return func(l Line) error {
			var o operation
			if !strings.HasPrefix(l.Text, "{") || json.Unmarshal([]byte(l.Text), &o) != nil || o.Type == "" {
				return nil
			}
			key, process := text(o.Key), l.Node
			if o.Process != nil {
				process = text(o.Process)
			}
			r, is := registers[key]
			if !is {
				r = linear.New[string, Access, string]("null")
			}
			after, err := o.next(r, process)
			if registers[key] = after; err != nil && o.Key != nil {
				return fmt.Errorf("key %s: %w", key, err)
			}
			return err
		}
	}}
}

// register is the state of knowledge about a register after some lines.
type register = linear.State[string, Access, string]

// next returns what is known of the register of an operation of a process after the line.
func (o *operation) next(r register, process string) (register, error) {
	var e linear.Event[Access, string]
	switch {
	case o.Type == "invoke":
		e.Call = Access{Function: o.Function, Value: text(o.Value)}
		if o.Function == "cas" {
			e.Call.Expected = text(o.Expected)
		}
	case o.Type == "ok":
		e.Returned = true
		if o.Function == "read" {
			e.Result = text(o.Value)
		}
	case o.Type == "fail" && o.Function == "cas":
		e.Returned, e.Result = true, "no"
	case o.Type == "fail", o.Type == "info":
		return r.Lose(process), nil
	default:
		return r, nil
	}
	return r.Next(access, process, e)
}

// text returns a value of JSON as text.
func text(value any) string {
	b, _ := json.Marshal(value) // it has been read from JSON
	return string(b)
}
