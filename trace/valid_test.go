package trace_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

func TestValidate(t *testing.T) {
	entries := func(change func([]trace.Entry)) []trace.Entry {
		e := []trace.Entry{{Number: 1}, {Number: 2, After: []int{1}, Sent: 1}}
		change(e)
		return e
	}
	for want, tr := range map[string]trace.Trace{
		"":                      {Entries: entries(func([]trace.Entry) {}), Races: []trace.Pair{{First: 1, Second: 2}}},
		"has number 3":          {Entries: entries(func(e []trace.Entry) { e[1].Number = 3 })},
		"a message of event 2":  {Entries: entries(func(e []trace.Entry) { e[1].Sent = 2 })},
		"a message of event -1": {Entries: entries(func(e []trace.Entry) { e[0].Sent = -1 })},
		"comes after event 0":   {Entries: entries(func(e []trace.Entry) { e[1].After[0] = 0 })},
		"comes after event 2":   {Entries: entries(func(e []trace.Entry) { e[1].After[0] = 2 })},
		"events 0 and 2":        {Entries: entries(func([]trace.Entry) {}), Races: []trace.Pair{{First: 0, Second: 2}}},
		"race, and there are 2": {Entries: entries(func([]trace.Entry) {}), Races: []trace.Pair{{First: 1, Second: 3}}},
	} {
		err := tr.Validate()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want: %s", err, want)
		}
	}
	if err := new(trace.Trace).Validate(); err != nil {
		t.Error(err)
	}
}
