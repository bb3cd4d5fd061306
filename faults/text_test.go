package faults_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/faults"
)

// drawnFaults draws any budget that a model may have, with patterns that are hard to write.
func drawnFaults(t *rapid.T) (f faults.Budget) {
	n := rapid.SampledFrom([]int{0, 0, 1, 2, faults.Max})
	f.Losses, f.Duplicates, f.Reorderings = n.Draw(t, "losses"), n.Draw(t, "duplicates"), n.Draw(t, "reorderings")
	f.SyncFailures, f.Drift = n.Draw(t, "sync failures"), rapid.IntRange(0, faults.MaxDrift).Draw(t, "drift")
	f.Jump = rapid.IntRange(0, faults.MaxOffset).Draw(t, "jump")
	if f.Crashes = n.Draw(t, "crashes"); f.Crashes > 0 {
		f.Restarts, f.CrashesOfNode = n.Draw(t, "restarts"), n.Draw(t, "of a node")
		f.Disk = rapid.SampledFrom(append(faults.DiskPolicies(), "")).Draw(t, "disk")
	}
	if f.Partitions = n.Draw(t, "partitions"); f.Partitions > 0 {
		f.OneWay = rapid.Bool().Draw(t, "one way")
	}
	if rapid.IntRange(0, 3).Draw(t, "always") == 0 && f.Crashes > 0 {
		f.Restarts = faults.AfterEachCrash
	}
	pattern := rapid.SampledFrom([]string{"", "a", "server*", "a b", "x->y", "->", `"`, "a,b", "k=v", "m:put", "u@h", "[a-c]", `\*`, "worker#2", "p/q", "café", "none", "\t"})
	names := map[string]bool{}
	for range rapid.IntRange(0, 3).Draw(t, "nodes") {
		b := faults.Node{Name: pattern.Draw(t, "name"), Crashes: n.Draw(t, "crashes"), SyncFailures: n.Draw(t, "sync failures")}
		if rapid.IntRange(0, 3).Draw(t, "this one always") == 0 {
			b.Restarts = faults.AfterEachCrash
		}
		if !names[b.Name] {
			names[b.Name] = true
			f.Nodes = append(f.Nodes, b)
		}
	}
	known := map[faults.Link]bool{}
	for range rapid.IntRange(0, 3).Draw(t, "links") {
		l := faults.Link{From: pattern.Draw(t, "from"), To: pattern.Draw(t, "to"), Message: pattern.Draw(t, "message")}
		if !known[l] {
			known[l] = true
			l.Losses, l.Duplicates, l.Reorderings = n.Draw(t, "losses"), n.Draw(t, "duplicates"), n.Draw(t, "reorderings")
			f.Links = append(f.Links, l)
		}
	}
	return f
}

// What String prints, With reads; and Beside says how one budget becomes another one.
func TestFaultsAsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, other := drawnFaults(t), drawnFaults(t)
		for name, read := range map[string]func() (faults.Budget, error){
			"String": func() (faults.Budget, error) { return faults.Budget{}.With(f.String()) },
			"String, commas": func() (faults.Budget, error) {
				return other.With("none," + strings.ReplaceAll(f.String(), " losses", ", losses"))
			},
			"Beside":        func() (faults.Budget, error) { return other.With(f.Beside(other)) },
			"Beside itself": func() (faults.Budget, error) { return f.With(f.Beside(f)) },
		} {
			switch got, err := read(); {
			case err != nil:
				t.Fatalf("%s: %v", name, err)
			case !reflect.DeepEqual(got, f):
				t.Fatalf("%s of %v is read as %v", name, f, got)
			}
		}
	})
}

func TestFaultsWith(t *testing.T) {
	own := faults.Budget{
		Crashes: 2, Restarts: 1, CrashesOfNode: 1, Disk: faults.DiskTorn, Partitions: 1, OneWay: true, Losses: 3,
		Links: []faults.Link{{From: "a", Losses: 1}, {From: "b", Duplicates: 2}},
	}
	for text, want := range map[string]string{
		"crashes@b=1 restarts=always crashes@a=1 crashes=0 losses=0 partitions=0": "restarts=always crashes-of-node=1 disk=torn crashes@b=1 crashes@a=1 losses@a->*=1 duplicates@b->*=2",
		"":                             "crashes=2 restarts=1 crashes-of-node=1 disk=torn losses=3 partitions=1 one-way losses@a->*=1 duplicates@b->*=2",
		"none":                         "none",
		"crashes=1 none losses=1":      "losses=1",
		"crashes=0":                    "losses=3 partitions=1 one-way losses@a->*=1 duplicates@b->*=2",
		" partitions=0,\n disk=prefix": "crashes=2 restarts=1 crashes-of-node=1 disk=prefix losses=3 losses@a->*=1 duplicates@b->*=2",
		"none partitions=2 one-way":    "partitions=2 one-way",
		"none partitions=2 one-way partitions=1 one-way=false": "partitions=1",
		"none losses@b->c:put=1 losses@a->*=2":                 "losses@b->c:put=1 losses@a->*=2",
		"crashes=0 partitions=0 losses@b->*=4 losses@c->*=0":   "losses=3 losses@b->*=4 duplicates@b->*=2 losses@c->*=0 losses@a->*=1",
		`none losses@"a->b"->"c:d":"e f"=1`:                    `losses@"a->b"->"c:d":"e f"=1`,
	} {
		if got, err := own.With(text); err != nil || got.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"crash=1":              "crash=1: there is no fault of that name; did you mean crashes? the names are crashes, restarts, ",
		"losses=1 Partition=1": "Partition=1: there is no fault of that name; did you mean partitions?",
		"floods=1":             "floods=1: there is no fault of that name; the names are crashes, ",
		"crashes":              "crashes: it must be crashes=N, with a whole number from 0 to 1000",
		"crashes=-1":           "crashes=-1: it must be crashes=N, with a whole number from 0 to 1000",
		"crashes=1001":         "crashes=1001: it must be crashes=N",
		"crashes=many":         "crashes=many: it must be crashes=N",
		"drift=51":             "drift=51: it must be drift=N, with a whole number from 0 to 50",
		"disk=floppy":          "disk=floppy: it must be disk=POLICY, with one of synced, prefix, torn, subset",
		"disk":                 "disk: it must be disk=POLICY",
		"one-way=2":            "one-way=2: it must be one-way, or one-way=false",
		"none=1":               "none=1: there is no fault of that name",
		"=1":                   "=1: there is no fault of that name",
		"losses@a=1":           "losses@a=1: it must be losses@FROM->TO:MESSAGE=N, with quotation marks around all, as > means something to a shell",
		"losses@a->=1":         `losses@a->=1: a pattern is missing; it is "*" for all names`,
		`losses@"a->b=1`:       `losses@"a->b=1: a quotation mark is not closed`,
		"losses@[->b=1":        "losses@[->b=1: syntax error in pattern",
		"losses@a->b:c:d=1":    "losses@a->b:c:d=1: it must be NAME=VALUE, or NAME@PATTERN=VALUE",
		"partitions@a->b=1":    "partitions@a->b=1: partitions is for all nodes and messages; leave out the @ and the name after it",
		"losses@a->b=x":        "losses@a->b=x: it must be losses=N",
		"crashes@a->b=1":       "crashes@a->b=1: it must be crashes@NODE=N",
		"restarts=-1":          "restarts=-1: it must be restarts=N, with a whole number from 0 to 1000, or restarts=always",
		"crashes=always":       "crashes=always: it must be crashes=N",
	} {
		if got, err := own.With(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
	if len(own.Links) != 2 || own.Links[0].Losses != 1 || own.Links[1].Losses != 0 {
		t.Errorf("With has changed the links that it was given: %v", own.Links)
	}
}
