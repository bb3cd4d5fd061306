package cli_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
)

var forgeries = flag.Int("forgeries", 30, "make `N` changes of each checkpoint; there are some thousands")

// These checkpoints have everything that a checkpoint can have: violations of several kinds, with
// their traces; goals, rules, timers, choices; interleavings that are cut; a bound.
var (
	varied = checker.Model{Name: "varied",
		Goals: []checker.Property{{Name: "late"}},
		Rules: []checker.Rule{checker.Always(checker.Property{Name: "small"}, func(states []checker.Exposed[int]) error {
			if states[0].State == 3 {
				return errors.New("it is 3")
			}
			return nil
		})},
		Main: func(p *proc.P) {
			me := p.Self()
			for i := range 3 {
				p.Spawn("sender", func(p *proc.P) { p.Send(me, i); p.Assert(i < 2 || p.Choose(2) == 0, "even", "it is odd") })
			}
			p.SendAfter(me, 3)
			for i := range 4 {
				got := proc.Receive[int](p)
				if got == 3 && i == 3 {
					p.Reach("late")
				}
				proc.Expose(p, got)
			}
			proc.Receive[string](p)
		}}
	endless = checker.Model{Name: "endless", Main: func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		for i := range 3 {
			p.Spawn("p", func(p *proc.P) {
				for {
					table.Insert(p, 0, i)
				}
			})
		}
	}}
	turning = checker.Model{Name: "turning", Main: func(p *proc.P) {
		me := p.Self()
		for range 2 {
			p.Spawn("p", func(p *proc.P) {
				proc.Loop(p, 0, func(turn *int) bool {
					*turn = (*turn + 1) % 3
					p.Send(me, *turn)
					return p.Choose(2) == 0
				})
			})
		}
		proc.Loop(p, 0, func(last *int) bool {
			*last = proc.Receive[int](p)
			return p.Choose(2) == 0
		})
	}}
)

// change is a way to change a checkpoint, in place.
type change struct {
	what string
	make func()
}

// changes returns all changes of the values in the JSON text of a checkpoint. The function set
// replaces this value.
func changes(path string, value any, set func(any)) (all []change) {
	to := func(what string, v any) {
		all = append(all, change{path + " " + what, func() { set(v) }})
	}
	to("is null", nil)
	to("is of another type", []any{map[string]any{"x": "y"}})
	switch v := value.(type) {
	case json.Number:
		n, _ := v.Int64()
		for _, n := range []int64{0, 1, -1, n + 1, n - 1, 1_000_000, 1<<31 - 1, 1 << 31, 1<<63 - 1, -1 << 63} {
			to(fmt.Sprint("is ", n), json.Number(fmt.Sprint(n)))
		}
	case string:
		for _, s := range []string{"", "nobody", "main", "sender", "sender#2", v + "x", "\x00\x1b[31m\n"} {
			to(fmt.Sprintf("is %q", s), s)
		}
	case bool:
		to("is the other", !v)
	case []any:
		to("is empty", []any{})
		if len(v) > 0 {
			to("lacks the first", v[1:])
			to("lacks the last", v[:len(v)-1])
			to("has the first twice", slices.Concat(v[:1], v))
			to("has the last twice", slices.Concat(v, v[len(v)-1:]))
			to("is twice there", slices.Concat(v, v))
			to("is turned round", func() []any { r := slices.Clone(v); slices.Reverse(r); return r }())
			to("has the first at the end", slices.Concat(v[1:], v[:1]))
		}
		for i := range v {
			all = append(all, changes(fmt.Sprintf("%s[%d]", path, i), v[i], func(x any) { v[i] = x })...)
		}
	case map[string]any:
		var keys []string
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			all = append(all, change{path + "." + key + " is missing", func() { delete(v, key) }})
			all = append(all, changes(path+"."+key, v[key], func(x any) { v[key] = x })...)
		}
	}
	return all
}

// body returns the JSON text of a checkpoint, the line before it up to the checksum, and what follows.
func body(t *testing.T, file []byte) (head string, content map[string]any, rest string) {
	t.Helper()
	first, text, _ := strings.Cut(string(file), "\n")
	text, rest, _ = strings.Cut(text, "\n")
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&content); err != nil {
		t.Fatal(err)
	}
	return first[:strings.LastIndexByte(first, ' ')+1], content, rest
}

// TestForgedCheckpoints: a checkpoint with any content and the right checksum is either refused with
// a clear error, or leads to a search that ends within its limits.
func TestForgedCheckpoints(t *testing.T) {
	bound := 2
	for _, c := range []struct {
		name  string
		model checker.Model
		o     cli.Options
	}{
		{"violations", varied, cli.Options{Until: checker.UntilEnd}},
		{"bound", varied, cli.Options{Until: checker.UntilEnd, Bound: bounding.Delay(bound), Workers: 2}},
		{"delayed", varied, cli.Options{Until: checker.UntilEnd, Delivery: proc.Bag, Workers: 3}},
		{"cut", endless, cli.Options{Depth: 9, Workers: 1}},
		{"states", varied, cli.Options{Until: checker.UntilEnd, Algorithm: checker.States}},
		{"late delivery", varied, cli.Options{Until: checker.UntilEnd, Algorithm: checker.States, Delivery: proc.Channel, LateDelivery: true}},
		{"loops", turning, cli.Options{Until: checker.UntilEnd, Algorithm: checker.States}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "checkpoint")
			o := c.o
			o.MaxInterleavings, o.Checkpoint = 12, file
			if r := run(t.Context(), o, c.model); !strings.Contains(r.stderr, "is saved in") {
				t.Fatalf("the search is not saved:\n%s%s", r.stdout, r.stderr)
			}
			original, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, content, _ := body(t, original)
			number := len(changes("", content, nil))
			chosen := rand.New(rand.NewPCG(1, 1)).Perm(number)
			chosen = chosen[:min(*forgeries, len(chosen))]
			refused := 0
			for i, k := range chosen {
				head, content, rest := body(t, original)
				change := changes("", content, nil)[k]
				if strings.HasPrefix(change.what, " ") {
					continue // that is the whole text
				}
				change.make()
				if forged(t, change.what, head, rest, content, c.model, c.o, i%2 == 0) {
					refused++
				}
			}
			t.Logf("%d of %d changes out of %d are refused", refused, len(chosen), number)
			if refused == 0 || refused == len(chosen) {
				t.Errorf("%d of %d changes are refused", refused, len(chosen))
			}
		})
	}
}

// forged resumes a search from a changed checkpoint, and reports whether that was refused.
func forged(t *testing.T, what, head, rest string, content map[string]any, m checker.Model, o cli.Options, inJSON bool) (refused bool) {
	t.Helper()
	defer func() {
		if problem := recover(); problem != nil {
			t.Errorf("%s: panic: %v", what, problem)
		}
	}()
	text, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	o.Resume, o.MaxInterleavings, o.JSON = filepath.Join(dir, "forged"), 20, inJSON
	for _, format := range []report.Format{report.HTMLFormat, report.JUnitFormat, report.SARIFFormat, report.SVGFormat, report.DOTFormat, report.ShiVizFormat} {
		o.Outputs = append(o.Outputs, cli.Output{Format: format, File: os.DevNull})
	}
	if err := os.WriteFile(o.Resume, fmt.Appendf(nil, "%s%x\n%s\n%s", head, sha256.Sum256(text), text, rest), 0o666); err != nil {
		t.Fatal(err)
	}
	r := run(t.Context(), o, m)
	said := r.stdout + r.stderr
	refused = r.status == cli.Unusable
	switch {
	case strings.Contains(said, "internal error") || strings.Contains(said, "panic"):
		t.Errorf("%s: %s", what, said)
	case refused && (!strings.Contains(r.stderr, "the search cannot be resumed: ") && !strings.Contains(r.stderr, "-resume ") || bytes.Contains([]byte(r.stderr), []byte{0})):
		t.Errorf("%s: it is not said why it cannot be resumed: %s", what, said)
	}
	return refused
}
