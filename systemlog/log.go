// Package systemlog reads the log of a real system, which package conform compares with a model.
//
// A log is a row of JSON objects, one on each line, as the JSON handler of log/slog writes them:
//
//	{"time":"2026-11-30T05:04:05.6Z","level":"INFO","msg":"elected","node":"n1","term":2}
//
// The field node (or process) says who has logged the line, and event (or msg) which event it is. The field clock is a clock of the
// system, if it has one: an object with a number for each node is a vector clock, and a number a Lamport clock. The field time is the clock on
// the wall, in the form of RFC 3339. All other fields are values of the event.
package systemlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Line is a line of a log.
type Line struct {
	// Number is its number in the file, from 1.
	Number int
	// Node is which node has logged it, and Event is the name of the event.
	Node, Event string
	// Values are the other fields, as encoding/json decodes them, with numbers as [json.Number].
	Values map[string]any
	// Vector is the vector clock of the event; nil if it has none. A node counts its own events in its own component.
	Vector map[string]int
	// Lamport is the Lamport clock of the event; 0 if it has none.
	Lamport int
	// Time is the time on the wall; zero if it is unknown.
	Time time.Time
}

// Meaning has the events of a model for which a line may stand.
type Meaning struct {
	// Node is the name of the process or node of the model that announces the event; "" is the node of the line.
	Node string
	// Events are the events that the line may stand for, as the model announces them; a [Crash] or [Restart] is a fault of the node. With
	// none the line says nothing, and is left out.
	Events []any
}

type (
	// Crash stands for a line that says that its node crashes. A node of the model crashes only where a line says so.
	Crash struct{}
	// Restart stands for a line that says that its node is started again after a crash.
	Restart struct{}
)

// ByName is an event that is known by the name of its type and by its fields, as encoding/json has them. An announced value equals it if
// the name of its type, without the package, is Name, in upper or lower case, and each of its fields that Values has is equal
// there. Fields that Values lacks may have any value, and values that are no fields are ignored.
type ByName struct {
	Name   string
	Values map[string]any
}

// TypeName returns the name of the type of an announced value, without its package; "" for nil.
func TypeName(event any) string {
	if t := reflect.TypeOf(event); t != nil {
		return t.Name()
	}
	return ""
}

// Named returns the default meaning of a line: the event of the type of the same name.
func Named(l Line) Meaning { return Meaning{Events: []any{ByName{l.Event, l.Values}}} }

// String returns the line as it is shown: its number, node, event and values.
func (l Line) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "line %d: %s %s", l.Number, l.Node, l.Event)
	for _, name := range slices.Sorted(maps.Keys(l.Values)) {
		v, _ := json.Marshal(l.Values[name])
		fmt.Fprintf(&b, " %s=%s", name, v)
	}
	return b.String()
}

// The fields of an object that say the node and the event, in the order in which they are looked for. The last ones are those of log/slog.
var (
	nodeFields  = []string{"node", "process"}
	eventFields = []string{"event", "msg"}
)

// ReadFile reads the log in a file. It returns the errors of [os.Open] and of [Read], with the name of the file.
func ReadFile(name string) ([]Line, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	log, err := Read(f)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return log, err
}

// Read reads a log. Empty lines and the field level of log/slog are left out. It returns an error with the number of the line if
// one is not a JSON object, lacks its node or its event, or has a clock or time that is none.
func Read(r io.Reader) (log []Line, err error) {
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		text, end := in.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return nil, fmt.Errorf("line %d of the log: %w", number, end)
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			l, err := Parse(text)
			switch {
			case err != nil && end == io.EOF:
				return nil, fmt.Errorf("line %d of the log, the last one, has no end: %w; the log may be truncated there: leave the line out", number, err)
			case err != nil:
				return nil, fmt.Errorf("line %d of the log: %w", number, err)
			}
			l.Number = number
			log = append(log, l)
		}
		if end == io.EOF {
			return log, nil
		}
	}
}

// ErrOther is the error of an object that has no node, or no event.
var ErrOther = errors.New("it is no line of a node")

// Parse returns the line that a JSON object describes, without a number. The error is [ErrOther] if it has no node or no event, and
// another one if it is no object, or has a clock or time that is none.
func Parse(text []byte) (l Line, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&l.Values); err != nil {
		return l, fmt.Errorf("want a JSON object: %w", err)
	}
	if d.More() || l.Values == nil {
		return l, fmt.Errorf("want one JSON object on the line")
	}
	delete(l.Values, "level")
	if l.Node, err = take(l.Values, nodeFields); err == nil {
		l.Event, err = take(l.Values, eventFields)
	}
	if err == nil {
		err = l.readClocks()
	}
	return l, err
}

// readClocks takes the clocks from the values.
func (l *Line) readClocks() error {
	switch c := l.Values["clock"].(type) {
	case nil:
	case json.Number:
		n, err := strconv.Atoi(c.String())
		if err != nil || n <= 0 {
			return fmt.Errorf("the clock is %v, want a whole number above 0", c)
		}
		l.Lamport = n
	case map[string]any:
		l.Vector = map[string]int{}
		for node, v := range c {
			n, err := strconv.Atoi(fmt.Sprint(v))
			if err != nil || n < 0 {
				return fmt.Errorf("the clock of %s is %v, want a whole number", node, v)
			}
			l.Vector[node] = n
		}
	default:
		return fmt.Errorf("the clock is %v, want a number (Lamport) or an object with a number for each node (vector)", c)
	}
	delete(l.Values, "clock")
	if text, is := l.Values["time"].(string); is {
		t, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			return fmt.Errorf("the time: %w", err)
		}
		l.Time = t
		delete(l.Values, "time")
	}
	return nil
}

// take removes the first of the fields that the object has, and returns its text.
func take(values map[string]any, fields []string) (string, error) {
	for _, f := range fields {
		switch v := values[f].(type) {
		case nil:
			continue
		case string:
			delete(values, f)
			return v, nil
		default:
			return "", fmt.Errorf("the field %q is %v, want a string", f, v)
		}
	}
	return "", fmt.Errorf("the object has no field %q, nor %q: %w", fields[0], fields[1], ErrOther)
}
