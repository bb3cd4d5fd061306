package values

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

type tree struct {
	Name  string
	inner []int
	on    bool
	next  *tree
	by    map[string]int8
	any   any
}

func TestSmaller(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "[]"},
		{0, "[]"},
		{9, "[0 5 7 8]"},
		{1, "[0]"},
		{int8(-128), "[0 -64 -96 -112 -120 -124 -126 -127]"},
		{uint(3), "[0 2]"},
		{true, "[false]"},
		{2.5, "[0]"},
		{"", "[]"},
		{"日本", "[ 日 本]"},
		{[]int{0, 0, 0}, "[[] [0] [0] [0] [0 0] [0 0] [0 0]]"},
		{[]int{7, 1}, "[[] [7] [1] [0 1] [4 1] [6 1] [7 0]]"},
		{[2]bool{true, false}, "[[false false]]"},
		{map[string]int{"b": 1, "a": 0}, "[map[] map[a:0] map[b:1] map[a:0 b:0]]"},
		{tree{Name: "x", inner: []int{0}, on: true}, "[{ [0] true <nil> map[] <nil>} {x [] true <nil> map[] <nil>} {x [0] false <nil> map[] <nil>}]"},
		{tree{any: 2, by: map[string]int8{"a": 1}}, "[{ [] false <nil> map[] 2} { [] false <nil> map[a:0] 2} { [] false <nil> map[a:1] 0} { [] false <nil> map[a:1] 1}]"},
	} {
		if got := fmt.Sprint(Smaller(c.v)); got != c.want {
			t.Errorf("%#v: %v, want %v", c.v, got, c.want)
		}
	}
	list := tree{next: &tree{on: true}}
	got := Smaller(list)
	if len(got) != 2 || got[0].(tree).next != nil || got[1].(tree).next.on || !list.next.on {
		t.Errorf("%v", got)
	}
	large := Smaller(make([]byte, 1e6))
	if n := len(large); n != 31 || len(large[0].([]byte)) > 0 || len(large[n-1].([]byte)) < 9e5 {
		t.Errorf("%d values of a large one", n)
	}
	if n := len(Smaller([]string{"abcdefgh", "ijklmnop", "qrstuvwx"})); n != mostSmaller {
		t.Errorf("%d values, want %d", n, mostSmaller)
	}
}

// TestSmallerEnds: whichever values are taken, there are no smaller ones in the end; each is of the same type, and v stays as it was.
func TestSmallerEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v any = tree{
			Name: rapid.StringN(0, 4, -1).Draw(t, "name"), inner: rapid.SliceOfN(rapid.Int(), 0, 4).Draw(t, "inner"),
			by: rapid.MapOfN(rapid.String(), rapid.Int8(), 0, 3).Draw(t, "by"), next: &tree{any: []any{rapid.Uint8().Draw(t, "any")}},
		}
		for range 1000 {
			before := canonical(v)
			all := Smaller(v)
			if canonical(v) != before {
				t.Fatalf("%v is %v now", before, v)
			}
			if len(all) == 0 {
				if got, want := fmt.Sprint(v), fmt.Sprint(tree{}); got != want {
					t.Fatalf("nothing is smaller than %s", got)
				}
				return
			}
			v = rapid.SampledFrom(all).Draw(t, "smaller")
			if _, ok := v.(tree); !ok {
				t.Fatalf("%T", v)
			}
			if canonical(v) == before {
				t.Fatalf("%v again", v)
			}
		}
		t.Fatal("there is always a smaller value")
	})
}
