package raft

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

func named(t *testing.T, name string) variant {
	t.Helper()
	all := variants()
	i := slices.IndexFunc(all, func(v variant) bool { return v.name == name })
	if i < 0 {
		t.Fatalf("there is no model %s", name)
	}
	return all[i]
}

func check(t *testing.T, v variant) *checker.Result {
	t.Helper()
	r, err := checker.Check(t.Context(), v.model(), checker.Options{Algorithm: checker.States, LateDelivery: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// counts are those of the models of the right protocol.
var counts = map[string]struct {
	states, interleavings int
	large                 bool
}{
	"raft":                {27_948, 3_618, false},
	"raft-two-commands":   {324_048, 244_233, true},
	"raft-two-clients":    {117_557, 114_560, true},
	"raft-refusals":       {107_031, 83_428, true},
	"raft-resends":        {193_241, 494_144, true},
	"raft-retries":        {191_573, 11_147_032, true},
	"raft-four-elections": {193_780, 38_384, true},
	"raft-five-nodes":     {363_244, 1_152_000, true},
	"raft-voter-crashes":  {44_535, 3_286, false},
	"raft-leader-crashes": {16_198, 1_877, false},
	"raft-sync-fails":     {33_360, 2_770, false},
	"raft-crash-0":        {552_613, 63_466, true},
	"raft-crash-1":        {477_042, 70_889, true},
	"raft-crash-2":        {611_348, 77_058, true},

	"raft-full-0": {5_224_089, 3_645_151, true},
	"raft-full-1": {4_464_610, 4_212_170, true},
	"raft-full-2": {5_847_642, 5_461_230, true},

	"raft-2-commands-crash-0": {267_659, 137_294, true},
	"raft-2-commands-crash-1": {298_966, 156_694, true},
	"raft-2-commands-crash-2": {311_615, 167_871, true},
}

// TestRight: the right protocol is verified, and reaches its goals.
func TestRight(t *testing.T) {
	for _, v := range slices.Concat(right, crashes(), full()) {
		t.Run(v.name, func(t *testing.T) {
			want := counts[v.name]
			if want.large {
				testsize.LongOnly(t)
			}
			r := check(t, v)
			if r.Verdict != checker.Verified || len(r.Missed()) > 0 {
				t.Errorf("%s, without %v", r.Verdict, r.Missed())
			}
			if r.Merged.States != want.states || r.Interleavings != want.interleavings {
				t.Errorf("%d states and %d interleavings, want %d and %d", r.Merged.States, r.Interleavings, want.states, want.interleavings)
			}
		})
	}
}

// TestOptimal: with crashes, an enumeration of the classes is smaller than the states, and finds the same.
func TestOptimal(t *testing.T) {
	for name, want := range map[string]int{
		"raft-voter-crashes": 5_124, "raft-crash-0": 131_887, "raft-crash-1": 144_503, "raft-crash-2": 164_203,
	} {
		t.Run(name, func(t *testing.T) {
			if counts[name].large && !testsize.Long() || testing.Short() {
				t.Skip("takes long; see the flag -long")
			}
			r, err := checker.Check(t.Context(), named(t, name).model(), checker.Options{Algorithm: checker.Optimal})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != checker.Verified || r.Interleavings != want {
				t.Errorf("%s in %d interleavings, want %d", r.Verdict, r.Interleavings, want)
			}
		})
	}
}

// TestDoc: the documentation of the package has these counts.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range counts {
		row := regexp.MustCompile("(?m)^//\t" + name + " .* {2,}" + spaced(want.states) + " {2,}" + spaced(want.interleavings) + "$")
		if !row.Match(doc) {
			t.Errorf("no row of doc.go matches %s", row)
		}
	}
}

// spaced returns a number with its digits in groups of three.
func spaced(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s %03d", spaced(n/1000), n%1000)
}

// explanations are those of the violations, or what is typical of them.
var explanations = map[string]string{
	"raft-42":                "the entry with index 2 is committed in term 1, and the leader of term 2 does not have it",
	"raft-45":                "nodes 0 and 1 both lead term 1",
	"raft-46":                "nodes 0 and 1 both lead term 2",
	"raft-56":                "nodes 0 and 1 both lead term 1",
	"raft-58a":               "nextIndex is not an index of the log: []",
	"raft-58b":               "have an entry of term 2 with index 2, and differ up to there",
	"raft-62":                "nodes 0 and 1 both lead term 1",
	"raft-66":                "the entry with index 2 is committed in term 1, and the leader of term 2 does not have it",
	"raft-in-place":          "nodes 0 and 1 both lead term 1",
	"raft-stale-read":        "client 0 sees [], and there were 1 values when it began",
	"raft-vote-without-term": "nodes 0 and 1 both lead term 2",
}

// TestWrong: each bug violates what its model declares, and in the way that it is known for.
func TestWrong(t *testing.T) {
	for _, v := range wrong {
		t.Run(v.name, func(t *testing.T) {
			r := check(t, v)
			if r.Verdict != checker.Violated || !r.Expected {
				t.Fatalf("%s, expected is %t", r.Verdict, r.Expected)
			}
			want, found := explanations[v.name], false
			for _, x := range r.Violations {
				if !slices.Contains(v.violates, x.Property) {
					t.Errorf("%s is violated: %s", x.Property, x.Explanation)
				}
				found = found || strings.Contains(x.Explanation, want)
			}
			if !found {
				t.Errorf("no violation says %q", want)
			}
		})
	}
}

// TestDeclared: the search that the models ask for finds the bugs, too.
func TestDeclared(t *testing.T) {
	for _, v := range wrong {
		if large := v.name == "raft-58b" || v.name == "raft-66"; !large || testsize.Long() {
			checktest.Run(t, v.model())
		}
	}
}

// TestOnlyTheBug: without its bug, the setting of a wrong model violates nothing.
func TestOnlyTheBug(t *testing.T) {
	long := []string{"raft-42", "raft-58b", "raft-66", "raft-in-place", "raft-stale-read"}
	for _, v := range wrong {
		t.Run(v.name, func(t *testing.T) {
			if slices.Contains(long, v.name) && !testsize.Long() {
				t.Skip("takes long; see the flag -long")
			}
			v.setting.bug, v.violates = "", nil
			if r := check(t, v); r.Verdict != checker.Verified {
				t.Errorf("%s", r.Verdict)
			}
		})
	}
}

// TestModels: each model has a name of its own and says what it is.
func TestModels(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Models() {
		if names[m.Name] || m.Doc == "" {
			t.Errorf("the model %s has no name of its own, or says nothing about itself", m.Name)
		}
		names[m.Name] = true
	}
}
