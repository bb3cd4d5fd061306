package conform

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/systemlog"
)

// alternatives describes what the model could announce in place of a line, with the values that differ. The events with the fewest
// differences come first, and events of other types last.
func (s *search) alternatives(line int) (all []string) {
	differences := map[string]int{}
	for _, i := range s.instead {
		if i.lane == s.lanes.lane[line] {
			values, same := s.differing(line, i.event)
			text, n := proc.Format(i.event), math.MaxInt
			if same {
				n = len(values)
			}
			if n > 0 && same {
				text += ", where " + strings.Join(values, " and ")
			}
			differences[text] = n
		}
	}
	return slices.SortedFunc(maps.Keys(differences), func(a, b string) int {
		return cmp.Or(cmp.Compare(differences[a], differences[b]), cmp.Compare(a, b))
	})
}

// differing returns in words which values of an event a line has otherwise, and whether the line is about events of its type. If the line may
// stand for several events, it returns the fewest.
func (s *search) differing(line int, event any) (fewest []string, same bool) {
	for _, want := range s.wants[line] {
		if !about(want, event) {
			continue
		}
		if values := differing(fieldsOf(want), fieldsOf(event)); !same || len(values) < len(fewest) {
			fewest, same = values, true
		}
	}
	return fewest, same
}

// differing returns in words the fields that two events have both and otherwise.
func differing(want, got map[string]json.RawMessage) (words []string) {
	for _, name := range slices.Sorted(maps.Keys(got)) {
		for other, value := range want {
			var a, b any
			if strings.EqualFold(name, other) && json.Unmarshal(got[name], &a) == nil && json.Unmarshal(value, &b) == nil && !reflect.DeepEqual(a, b) {
				words = append(words, fmt.Sprintf("%s is %s, not %s", name, got[name], value))
			}
		}
	}
	return words
}

// fieldsOf returns the fields of an event, as encoding/json has them; of one that is no struct, its value.
func fieldsOf(event any) (fields map[string]json.RawMessage) {
	if n, named := event.(systemlog.ByName); named {
		event = n.Values
	}
	text, err := json.Marshal(event)
	if err == nil && json.Unmarshal(text, &fields) != nil {
		fields = map[string]json.RawMessage{"value": text}
	}
	return fields
}

// waits says what a process waits for in a place, and why it takes none of its messages.
func waits(at *checker.Place, process string) []string {
	for i := range at.Processes {
		switch p := &at.Processes[i]; {
		case p.Process != process:
		case p.Ended:
			return []string{process + " has ended there"}
		default:
			line := fmt.Sprintf("%s announces nothing there; its next operation is %q", process, p.Operation)
			if p.Source != "" {
				line += " at " + p.Source
			}
			return append([]string{line}, p.Refused...)
		}
	}
	return []string{"there is no process " + process + " in the model yet"}
}
