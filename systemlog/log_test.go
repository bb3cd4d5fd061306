package systemlog_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/systemlog"
)

// A log as log/slog writes it.
func ExampleRead() {
	log, err := systemlog.Read(strings.NewReader(`{"time":"2026-11-30T05:04:05.6Z","level":"INFO","msg":"elected","node":"n1","term":2}
{"node":"n2","event":"voted","term":2,"clock":{"n1":1,"n2":1}}`))
	for _, l := range log {
		fmt.Println(l, l.Vector)
	}
	fmt.Println(err)
	// Output:
	// line 1: n1 elected term=2 map[]
	// line 2: n2 voted term=2 map[n1:1 n2:1]
	// <nil>
}

// grant is an event of a model, which calls terms turns.
type grant struct{ Turn int }

// A model says what lines stand for: as the value of Model.Log, this function knows the field term as a turn, takes the end of a node
// for a crash, and leaves all other lines out.
func ExampleMeaning() {
	means := func(l systemlog.Line) systemlog.Meaning {
		switch l.Event {
		case "lock granted":
			term, _ := l.Values["term"].(json.Number).Int64()
			return systemlog.Meaning{Events: []any{grant{int(term)}}}
		case "grant":
			return systemlog.Named(l) // the value is known by its name and fields
		case "down":
			return systemlog.Meaning{Events: []any{systemlog.Crash{}}}
		case "up":
			return systemlog.Meaning{Events: []any{systemlog.Restart{}}}
		}
		return systemlog.Meaning{}
	}
	log, err := systemlog.Read(strings.NewReader(`{"node":"ann","msg":"lock granted","term":1}
{"node":"ann","msg":"grant","turn":2}
{"node":"ann","msg":"down"}
{"node":"ann","msg":"listening","port":7000}`))
	for _, l := range log {
		fmt.Printf("%v\n", means(l).Events)
	}
	fmt.Println(err)
	// Output:
	// [{1}]
	// [{grant map[turn:2]}]
	// [{}]
	// []
	// <nil>
}

// TestBadLogs: what is no log is told with the number of the line.
func TestBadLogs(t *testing.T) {
	good := `{"node":"a","msg":"x"}` + "\n"
	for _, c := range []struct{ log, want string }{
		{good + "time=1 msg=x\n", "line 2 of the log: want a JSON object"},
		{good + "\n[1]\n", "line 3 of the log: want a JSON object"},
		{good + good[:12], "line 2 of the log, the last one, has no end"},
		{"null\n", "line 1 of the log: want one JSON object"},
		{strings.TrimSpace(good) + good, "line 1 of the log: want one JSON object"},
		{`{"msg":"x"}`, `has no field "node", nor "process"`},
		{`{"node":"a"}`, `has no field "event", nor "msg"`},
		{`{"node":1,"msg":"x"}`, `the field "node" is 1, want a string`},
		{`{"node":"a","msg":"x","clock":0}`, "the clock is 0, want a whole number above 0"},
		{`{"node":"a","msg":"x","clock":"1"}`, "the clock is 1, want a number (Lamport) or an object"},
		{`{"node":"a","msg":"x","clock":{"b":1.5}}`, "the clock of b is 1.5, want a whole number"},
		{`{"node":"a","msg":"x","time":"today"}`, "the time: parsing time"},
	} {
		if log, err := systemlog.Read(strings.NewReader(c.log)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, want %s", c.log, log, err, c.want)
		}
	}
}
