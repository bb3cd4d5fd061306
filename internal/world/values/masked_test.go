package values

import "testing"

type request struct {
	Number int `checkmodel:"masked"`
	What   string
}

type envelope struct {
	Inner []any
	By    map[string]request
	Next  *envelope
}

// Masked fields make no difference, wherever they are; all else does.
func TestMasked(t *testing.T) {
	type same struct {
		Number int
		What   string
	}
	vs := NewStore()
	masked := func(v any) uint64 {
		id, err := vs.Intern(v)
		if err != nil {
			t.Fatal(err)
		}
		return vs.Masked(id)
	}
	of := func(n int, what string) envelope {
		r := request{n, what}
		return envelope{[]any{r}, map[string]request{"a": r}, &envelope{By: map[string]request{"b": r}}}
	}
	for _, c := range []struct {
		a, b any
		same bool
	}{
		{request{1, "x"}, request{2, "x"}, true},
		{request{1, "x"}, request{1, "y"}, false},
		{&request{1, "x"}, &request{2, "x"}, true},
		{of(1, "x"), of(2, "x"), true},
		{of(1, "x"), of(1, "y"), false},
		{same{1, "x"}, same{2, "x"}, false},
		{request{1, "x"}, same{1, "x"}, false},
		{nil, nil, true},
		{1, "1", false},
	} {
		if got := masked(c.a) == masked(c.b); got != c.same {
			t.Errorf("%#v and %#v are the same: %t, want %t", c.a, c.b, got, c.same)
		}
	}
}

// The hash of a value is the same in another store, which has met types in another order.
func TestMaskedElsewhere(t *testing.T) {
	a, b := NewStore(), NewStore()
	number := func(vs *Store, v any) uint64 {
		id, err := vs.Intern(v)
		if err != nil {
			t.Fatal(err)
		}
		return vs.Masked(id)
	}
	number(b, envelope{})
	number(b, []int{1})
	if v := any([]any{request{1, "x"}, envelope{}}); number(a, v) != number(b, v) {
		t.Error("it depends on the store")
	}
}
