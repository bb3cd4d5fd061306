package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// reports returns reports as they are saved.
func reports(t *testing.T) (all [][]byte) {
	t.Helper()
	for _, it := range []document.Item{
		searched(t, counter.Models(), "lost-update", checker.Options{}),
		searched(t, litmus.Models(), "deadlock_sometimes", checker.Options{Delivery: proc.Channel}),
		searched(t, []checker.Model{forgotten}, forgotten.Name, checker.Options{Explain: true}),
		searched(t, []checker.Model{everything}, "everything", checker.Options{}),
		minimized(t),
	} {
		var b bytes.Buffer
		if err := document.JSON(&b, it); err != nil {
			t.Fatal(err)
		}
		all = append(all, b.Bytes())
	}
	return all
}

// shows reads a report, and shows it in all formats if it is one.
func shows(t failing, saved []byte) (ok bool) {
	t.Helper()
	docs, err := document.Read(bytes.NewReader(saved))
	if err != nil {
		return false
	}
	for _, format := range report.Formats() {
		for _, text := range []prose.Text{{}, {Width: 1_000_000_000}, {Full: true, Original: true}} {
			var b bytes.Buffer
			var broken *checker.InternalError
			if err := report.Write(text, &b, format, docs); errors.As(err, &broken) {
				t.Fatalf("%s: %v\n%s\nof the report\n%s", format, err, broken.Stack, saved)
			}
			if b.Len() > 1000*len(saved)+10_000_000 {
				t.Fatalf("%s: %d bytes are written of a report of %d", format, b.Len(), len(saved))
			}
		}
	}
	return true
}

// damaged draws a change of a value in a report.
func damaged(t *rapid.T, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && rapid.IntRange(0, 20).Draw(t, "here") > 0 {
			key := rapid.SampledFrom(slices.Sorted(maps.Keys(v))).Draw(t, "key")
			c := maps.Clone(v)
			if c[key] = damaged(t, v[key]); rapid.IntRange(0, 20).Draw(t, "gone") == 0 {
				delete(c, key)
			}
			return c
		}
	case []any:
		if len(v) > 0 && rapid.IntRange(0, 9).Draw(t, "here") > 0 {
			c := slices.Clone(v)
			i := rapid.IntRange(0, len(v)-1).Draw(t, "place")
			switch rapid.IntRange(0, 9).Draw(t, "how") {
			case 0:
				return slices.Delete(c, i, i+1)
			case 1:
				return append(c, c[i])
			case 2:
				slices.Reverse(c)
				return c
			}
			c[i] = damaged(t, v[i])
			return c
		}
	case float64:
		return rapid.SampledFrom([]any{-1, 0, 1, 2, 1_000_000_000, v + 1, v - 1, 1e18, 0.5}).Draw(t, "number")
	case string:
		return rapid.OneOf(hostileText(), rapid.SampledFrom([]string{"", "main", "exit", "send", "receive", "spawn", "deliver", "v1 0*1000000000", strings.Repeat("x", 100_000)})).Draw(t, "text")
	}
	return rapid.SampledFrom([]any{nil, "", 0, -1, true, []any{}, []any{nil}, map[string]any{}, "x", []any{"x"}, []any{1.0}}).Draw(t, "other")
}

// A damaged report is either shown or refused with an error; nothing panics.
func TestDamagedReports(t *testing.T) {
	all := reports(t)
	shown, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		saved := slices.Clone(rapid.SampledFrom(all).Draw(t, "report"))
		switch rapid.IntRange(0, 9).Draw(t, "damage") {
		case 0:
			saved = saved[:rapid.IntRange(0, len(saved)).Draw(t, "cut")]
		case 1:
			for range rapid.IntRange(1, 5).Draw(t, "flips") {
				saved[rapid.IntRange(0, len(saved)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			}
		default:
			var v any
			if err := json.Unmarshal(saved, &v); err != nil {
				t.Fatal(err)
			}
			for range rapid.IntRange(1, 3).Draw(t, "changes") {
				v = damaged(t, v)
			}
			var err error
			if saved, err = json.Marshal(v); err != nil {
				t.Fatal(err)
			}
		}
		if shows(t, saved) {
			shown++
		} else {
			refused++
		}
	})
	if shown == 0 || refused == 0 {
		t.Errorf("%d are shown and %d are refused, want some of both", shown, refused)
	}
}

// FuzzShow lets the fuzzer damage reports:
//
//	go test ./internal/report -fuzz FuzzShow
func FuzzShow(f *testing.F) {
	var b bytes.Buffer
	if err := document.JSON(&b, asserted()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, saved []byte) { shows(t, saved) })
}

// The error about a damaged report says what is wrong, and where.
func TestReadDamaged(t *testing.T) {
	violation := document.Violation{Property: "p", Trace: []trace.Entry{{Number: 1, Process: "main"}, {Number: 2, Process: "main"}}}
	for want, damage := range map[string]func(*document.Violation){
		"event 2 of its trace: its number is 1000000000":         func(v *document.Violation) { v.Trace[1].Number = 1_000_000_000 },
		"event 1 of its trace: its number is -1":                 func(v *document.Violation) { v.Trace[0].Number = -1 },
		"event 1 of its trace: it has no process":                func(v *document.Violation) { v.Trace[0].Process = "" },
		"event 2 of its trace: its message was sent by event 2":  func(v *document.Violation) { v.Trace[1].Sent = 2 },
		"event 2 of its trace: it must come after event 0":       func(v *document.Violation) { v.Trace[1].After = []int{1, 0} },
		"a race of the events 1 and 3, of 2":                     func(v *document.Violation) { v.Races = []trace.Pair{{First: 1, Second: 3}} },
		"a reversal of the events -1 and 0, of 2":                func(v *document.Violation) { v.Reversal = &checker.Reversal{First: checker.Side{Number: -1}} },
		"interleaving 0, shown -3 and count 0 must be 0 or more": func(v *document.Violation) { v.Shown = -3 },
	} {
		v := violation
		v.Trace = slices.Clone(v.Trace)
		damage(&v)
		saved, err := json.Marshal(document.Document{Model: "m", Verdict: checker.Violated, Distinct: []document.Violation{v}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = document.Read(bytes.NewReader(saved))
		if want := fmt.Sprintf("it is not a report written by 'checkmodel -json': model %q: violation 1: %s", "m", want); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// The time to show a large report is in proportion to its size, even if no search writes such a one.
func TestLargeReport(t *testing.T) {
	v := document.Violation{Property: "p", Actors: []string{"main"}}
	for i := range testsize.Sample(300, 5_000) {
		name := fmt.Sprint("process ", i)
		v.Actors = append(v.Actors, name)
		v.Trace = append(v.Trace, trace.Entry{Number: i + 1, Process: name, Operation: "send 1", Kind: "send", With: "main", Message: "1", To: "main", Table: name})
	}
	saved, err := json.Marshal(document.Document{Model: "m", Verdict: checker.Violated, Distinct: []document.Violation{v}})
	if err != nil {
		t.Fatal(err)
	}
	if !shows(t, saved) {
		t.Error("it is refused")
	}
}
