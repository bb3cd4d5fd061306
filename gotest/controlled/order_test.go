package controlled

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
)

// ranged returns the keys of a map as a range over it has them.
func ranged[K comparable, V any](m map[K]V) string {
	var all []any
	for k, _, i := Entries(m); i.Next(&k, nil); {
		all = append(all, k)
	}
	return strings.TrimSpace(fmt.Sprintln(all...))
}

// exploreBody explores a body, which fails the test where a violation or an error occurs. It returns the number of interleavings.
func exploreBody(t *testing.T, body func(*T)) int {
	t.Helper()
	r, err := checker.Check(t.Context(), Model("body", body), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Violations {
		t.Error(v.Property, v.Explanation)
	}
	return r.Interleavings
}

// TestEntries: a map is ranged over by the order of its keys, which may change meanwhile.
func TestEntries(t *testing.T) {
	type pair struct {
		s string
		b bool
	}
	type named struct{ name string }
	exploreBody(t, func(t *T) {
		var pointers []*named
		places := map[*named]int{}
		for i := range 9 {
			p := Key(&named{fmt.Sprint(i)})
			pointers = append(pointers, p)
			places[p] = i
		}
		want := 0
		for p, i, next := Entries(places); next.Next(&p, &i); want++ {
			if i != want || p != pointers[i] {
				t.Errorf("pointer %d is in the place %d", i, want)
			}
		}
		a, b := Make[*Chan[int]](), Make[*Chan[int]]()
		for got, want := range map[string]string{
			ranged(map[int]int{3: 0, 1: 0, -2: 0}):                                 "-2 1 3",
			ranged(map[any]int{"b": 0, 2: 0, "a": 0, true: 0}):                     "true 2 a b",
			ranged(map[pair]int{{"b", false}: 0, {"a", true}: 0, {"a", false}: 0}): "{a false} {a true} {b false}",
			ranged(map[float64]int{math.NaN(): 0, 2: 0, 1: 0}):                     "NaN 1 2",
			ranged(map[[2]uint8]int{{2, 1}: 0, {1, 2}: 0}):                         "[1 2] [2 1]",
			fmt.Sprint(ranged(map[*Chan[int]]int{b: 0, a: 0}) == fmt.Sprint(a, b)): "true",
		} {
			if got != want {
				t.Errorf("the keys are %s, want %s", got, want)
			}
		}
		m := map[string]int{"a": 1, "b": 2, "c": 3}
		seen := ""
		for k, v, i := Entries(m); i.Next(&k, &v); {
			seen += fmt.Sprint(k, v)
			delete(m, "b")
			m["c"]++
			m["d"] = 1
		}
		if seen != "a1c4" {
			t.Errorf("the range has %s", seen)
		}
	})
	_, err := checker.Check(t.Context(), Model("unknown", func(*T) { ranged(map[*int]bool{new(int): true, new(int): true}) }), checker.Options{})
	if err == nil || !strings.Contains(err.Error(), "a range over a map whose keys have a *int that is not made by new or & of a literal") {
		t.Errorf("the error is %v", err)
	}
}

// TestRandomNumbers: few values are explored, others are the same each time, and are not those of another goroutine.
func TestRandomNumbers(t *testing.T) {
	var drawn string
	if n := exploreBody(t, func(t *T) {
		all := Make[*Chan[string]](2)
		for range 2 {
			Go("drawer", func() { To(all)(fmt.Sprint(Rand().Int63(), RandV2().Uint64(), N(1000), CryptoRand.Text())) })
		}
		a, b := From(all), From(all)
		if a == b {
			t.Errorf("both are %s", a)
		}
		if now := min(a, b) + max(a, b); drawn != "" && drawn != now {
			t.Errorf("%s after %s", now, drawn)
		} else {
			drawn = now
		}
		if Rand().Int63() == Rand().Int63() {
			t.Error("the same number comes again")
		}
		Rand().Intn(2)
		RandV2().IntN(4)
	}); n != 16 {
		t.Errorf("%d interleavings", n)
	}
}

// TestParts: a part of a test runs alone, or after the body with others.
func TestParts(t *testing.T) {
	ended := map[string]bool{}
	exploreBody(t, func(t *T) {
		var mu Mutex
		order := "body"
		t.Cleanup(func() { ended[order] = true })
		t.Run("skipped", func(t *T) { t.Skip(); order = "" })
		for _, name := range []string{"a", "b"} {
			t.Run(name, func(t *T) {
				t.Parallel()
				mu.Lock()
				defer mu.Unlock()
				order += name
			})
		}
		order += "-"
	})
	if len(ended) != 2 || !ended["body-ab"] || !ended["body-ba"] {
		t.Errorf("the orders are %v", ended)
	}
	r, err := checker.Check(t.Context(), Model("fails", func(t *T) { t.Run("part", func(t *T) { t.FailNow() }) }), checker.Options{})
	if err != nil || r.Verdict != checker.Violated || r.Violations[0].Property != NoFailure {
		t.Errorf("%v, %+v", err, r)
	}
}
