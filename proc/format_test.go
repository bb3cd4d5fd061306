package proc_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

type (
	plain      struct{ A, B int }
	generic    struct{ V any }
	typed      [2]string
	shouts     struct{ s string }
	broken     struct{ p *int }
	box[T any] struct {
		Item T
	}
)

func (s shouts) String() string { return s.s + "!" }

func (b broken) String() string { return fmt.Sprint(*b.p) }

// TestFormat formats values. The text must be the same in every run: without addresses, and with
// maps in order.
func TestFormat(t *testing.T) {
	seven := 7
	cycle := &hidden{name: "a"}
	cycle.next = cycle
	for _, c := range []struct {
		value any
		want  string
	}{
		{nil, "nil"}, {7, "7"}, {true, "true"}, {1.5, "1.5"}, {"a\n", `"a\n"`}, {color(2), "2"}, {'x', "120"},
		{plain{1, -2}, "plain{A: 1, B: -2}"},
		{&plain{1, 2}, "&plain{A: 1, B: 2}"},
		{struct{ X string }{"y"}, `{X: "y"}`},
		{struct{}{}, "{}"},
		{hidden{"n", []int{1, 2}, nil}, `hidden{name: "n", items: [1, 2], next: nil}`},
		{hidden{next: &hidden{name: "m"}}, `hidden{name: "", items: [], next: &hidden{name: "m", items: [], next: nil}}`},
		{box[int]{3}, "box{Item: 3}"},
		{box[map[string]plain]{map[string]plain{"k": {}}}, `box{Item: map["k": plain{A: 0, B: 0}]}`},
		{[]int{1, 2}, "[1, 2]"}, {[]int(nil), "[]"}, {typed{"a", "b"}, `["a", "b"]`},
		{[]any{1, "a", nil, []any{}}, `[1, "a", nil, []]`},
		{map[string]int{"b": 2, "a": 1, "c": 3}, `map["a": 1, "b": 2, "c": 3]`},
		{map[plain]bool{{2, 1}: true, {1, 2}: false}, "map[plain{A: 1, B: 2}: false, plain{A: 2, B: 1}: true]"},
		{map[string]int(nil), "map[]"},
		{&seven, "&7"}, {(*int)(nil), "nil"}, {map[string]*int{"x": &seven}, `map["x": &7]`},
		{generic{&seven}, "generic{V: &7}"}, {generic{generic{}}, "generic{V: generic{V: nil}}"},
		{shouts{"hey"}, "hey!"}, {&shouts{"hey"}, "hey!"}, {generic{shouts{"hey"}}, "generic{V: hey!}"},
		{[]shouts{{"a"}, {"b"}}, "[a!, b!]"},
		{broken{}, "broken{p: nil}"},
		{(*shouts)(nil), "nil"},
		{errors.New("no"), `&errorString{s: "no"}`},
		{func() {}, "func()"}, {make(chan int), "chan int"},
		{generic{func(int) error { return nil }}, "generic{V: func(int) error}"},
		{proc.PID{}, "no process"}, {proc.Ref{}, "no ref"}, {proc.Timer{}, "no timer"}, {proc.Table[int, int]{}, "no table"},
	} {
		if got := proc.Format(c.value); got != c.want {
			t.Errorf("%T is shown as %s, want %s", c.value, got, c.want)
		}
	}
	if got := proc.Format(cycle); len(got) == 0 {
		t.Errorf("a cycle is not shown at all")
	}
}
