package proc_test

import (
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"
	"unique"
	"unsafe"

	"github.com/checkmodel/checkmodel/proc"
)

// hidden has unexported fields.
type hidden struct {
	name  string
	items []int
	next  *hidden
}

type envelope struct {
	Body any
	Tags map[string][]string
}

type color int

// copied are values with memory that could be shared, each with a way to change it.
var copied = []struct {
	name   string
	fresh  func() any
	change func(any)
}{
	{"slice", func() any { return []int{1, 2, 3} }, func(v any) { v.([]int)[0] = 99 }},
	{"bytes", func() any { return []byte{1, 2, 3} }, func(v any) { v.([]byte)[0] = 99 }},
	{"slice of slices", func() any { return [][]string{{"a"}, {"b"}} }, func(v any) { v.([][]string)[1][0] = "changed" }},
	{"map", func() any { return map[string]int{"a": 1} }, func(v any) { v.(map[string]int)["a"] = 99 }},
	{"map that grows", func() any { return map[string]int{} }, func(v any) { v.(map[string]int)["new"] = 1 }},
	{"map that shrinks", func() any { return map[string]int{"a": 1} }, func(v any) { delete(v.(map[string]int), "a") }},
	{"slices in a map", func() any { return map[int][]int{1: {2}} }, func(v any) { v.(map[int][]int)[1][0] = 99 }},
	{"pointers in a map", func() any { return map[int]*hidden{1: {name: "a"}} }, func(v any) { v.(map[int]*hidden)[1].name = "changed" }},
	{"pointer", func() any { return &hidden{name: "a"} }, func(v any) { v.(*hidden).name = "changed" }},
	{"pointer to a pointer", func() any { p := new(int); return &p }, func(v any) { **v.(**int) = 99 }},
	{"unexported field", func() any { return hidden{items: []int{1}} }, func(v any) { v.(hidden).items[0] = 99 }},
	{"unexported field behind a pointer", func() any { return &hidden{next: &hidden{items: []int{1}}} },
		func(v any) { v.(*hidden).next.items[0] = 99 }},
	{"interface", func() any { return envelope{Body: []int{1}} }, func(v any) { v.(envelope).Body.([]int)[0] = 99 }},
	{"interface in an interface", func() any { return envelope{Body: envelope{Body: &hidden{name: "a"}}} },
		func(v any) { v.(envelope).Body.(envelope).Body.(*hidden).name = "changed" }},
	{"interfaces in a slice", func() any { return []any{1, []int{2}, nil} }, func(v any) { v.([]any)[1].([]int)[0] = 99 }},
	{"interface that is replaced", func() any { return &envelope{Body: 1} }, func(v any) { v.(*envelope).Body = 2 }},
	{"array of slices", func() any { return [2][]int{{1}, {2}} }, func(v any) { v.([2][]int)[1][0] = 99 }},
	{"map of slices in a struct", func() any { return envelope{Tags: map[string][]string{"x": {"y"}}} },
		func(v any) { v.(envelope).Tags["x"][0] = "changed" }},
}

// TestMessagesAreCopied: a sender cannot change what it has sent, nor a receiver what others
// receive.
func TestMessagesAreCopied(t *testing.T) {
	for _, c := range copied {
		t.Run(c.name, func(t *testing.T) {
			mustPlay(t, func(p *proc.P) {
				v := c.fresh()
				for range 2 {
					p.Send(p.Self(), v)
				}
				c.change(v)
				for _, which := range []string{"first", "second"} {
					got := p.Receive()
					if !reflect.DeepEqual(got, c.fresh()) {
						t.Errorf("the %s message is %v, want %v", which, proc.Format(got), proc.Format(c.fresh()))
					}
					c.change(got)
				}
			})
		})
	}
}

// TestRowsAreCopied is the same for rows of tables.
func TestRowsAreCopied(t *testing.T) {
	for _, c := range copied {
		t.Run(c.name, func(t *testing.T) {
			mustPlay(t, func(p *proc.P) {
				table := proc.NewTable[string, any](p, "t")
				v := c.fresh()
				table.Insert(p, "row", v)
				c.change(v)
				for _, which := range []string{"first", "second"} {
					got, ok := table.Lookup(p, "row")
					if !ok || !reflect.DeepEqual(got, c.fresh()) {
						t.Errorf("the %s lookup finds %v, want %v", which, proc.Format(got), proc.Format(c.fresh()))
					}
					c.change(got)
				}
				for _, row := range table.Select(p, nil) {
					if !reflect.DeepEqual(row.Value, c.fresh()) {
						t.Errorf("the row selected is %v, want %v", proc.Format(row.Value), proc.Format(c.fresh()))
					}
				}
			})
		})
	}
}

// TestPlainValues travel as they are.
func TestPlainValues(t *testing.T) {
	values := []any{
		nil, true, 7, int8(-1), uint64(1 << 63), 1.5, float32(0.5), complex(1, 2), "text", "", color(3), 'x', uintptr(5),
		[2]int{1, 2}, struct{}{}, hidden{name: "a"}, (*hidden)(nil), []int(nil), []int{}, map[int]int(nil), map[int]int{},
		map[hidden2]int{{1}: 2}, envelope{}, []byte(nil), []byte{}, [2]byte{1, 2}, []octet{1},
		time.Unix(1, 2), time.Date(2026, 1, 2, 3, 4, 5, 6, time.Local), time.Unix(1, 2).UTC(),
		(*place)(time.FixedZone("x", 1)),
		netip.MustParseAddr("10.0.0.1"), netip.MustParseAddrPort("[::1]:80"), unique.Make("x"), map[netip.Addr]int{netip.MustParseAddr("10.0.0.2"): 1},
		big.NewInt(-7), *big.NewInt(7), &url.URL{Scheme: "http", User: url.UserPassword("a", "b"), Host: "c"},
	}
	mustPlay(t, func(p *proc.P) {
		for _, v := range values {
			p.Send(p.Self(), v)
			got := p.Receive()
			if typ := reflect.TypeOf(v); typ != nil && typ.Comparable() && typ.Kind() != reflect.Pointer && got != v && typ != reflect.TypeFor[time.Time]() {
				t.Errorf("%T %v arrives as another one", v, v)
			}
			if !reflect.DeepEqual(got, v) {
				t.Errorf("%T %v arrives as %T %v", v, v, got, got)
			}
		}
	})
}

type hidden2 struct{ n int }

type octet byte

type place time.Location

// TestDeepestValues: a value of the greatest depth can be a part of what the system stores.
func TestDeepestValues(t *testing.T) {
	deep := 0
	for n := 245; n <= 251; n++ {
		var v any = n
		for range n {
			v = envelope{Body: v}
		}
		w := play(t, func(p *proc.P) {
			table := proc.NewTable[int, any](p, "t")
			table.Insert(p, 1, v)
			if rows := table.Select(p, nil); len(rows) != 1 || !reflect.DeepEqual(rows[0].Value, v) {
				t.Errorf("%d levels: the row is not found", n)
			}
			_, ref := p.SpawnMonitor("child", func(p *proc.P) { p.Exit(v) })
			if down := proc.Receive[proc.Down](p); down.Ref != ref {
				t.Errorf("%d levels: the child ends as %v", n, down)
			}
			deep++
		})
		if w.err != nil && !strings.Contains(w.err.Problem, "nested more than") {
			t.Errorf("%d levels: %v", n, w.err)
		}
	}
	if deep == 0 {
		t.Error("all are refused")
	}
}

// counted changes itself when it is shown.
type counted struct {
	id    int
	shown *int
}

func (c counted) String() string {
	*c.shown++
	return "counted"
}

// TestShowingChangesNothing: a String method that changes its receiver does not change the stored value.
func TestShowingChangesNothing(t *testing.T) {
	mustPlay(t, func(p *proc.P) {
		table := proc.NewTable[counted, int](p, "t")
		table.Insert(p, counted{1, new(int)}, 1)
		table.Insert(p, counted{2, new(int)}, 1)
		for range 2 {
			if got, _ := table.First(p); *got.shown > 0 {
				t.Errorf("the first key has been shown %d times", *got.shown)
			}
		}
	})
}

// TestLocalZone: a time in the local zone equals itself before and after the first use of that zone,
// which needs a new program.
func TestLocalZone(t *testing.T) {
	if os.Getenv("PROC_NEW_PROGRAM") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLocalZone$")
		cmd.Env = append(os.Environ(), "PROC_NEW_PROGRAM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	at := time.Unix(1, 2)
	mustPlay(t, func(p *proc.P) {
		table := proc.NewTable[int, time.Time](p, "t")
		table.Insert(p, 1, at)
		_ = at.String()
		if !table.CompareAndSwap(p, 1, at, at) {
			t.Error("it is another time")
		}
	})
}

// TestRefused: what cannot be copied and compared cannot be sent or stored. The
// error says which part of the value it is.
func TestRefused(t *testing.T) {
	cycle := &hidden{}
	cycle.next = cycle
	loop := map[string]any{}
	loop["self"] = loop
	list := []any{nil}
	list[0] = list
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"function", func() {}, "func() cannot be sent or stored: a func has no value that could be copied"},
		{"channel", make(chan int), "chan int cannot be sent or stored: a chan"},
		{"unsafe pointer", unsafe.Pointer(&cycle), "unsafe.Pointer"},
		{"function in a field", struct{ F func() }{}, "field F: a func"},
		{"channel in a slice", []any{1, make(chan int)}, "element 1: a chan"},
		{"function in a map", map[string]any{"f": func() {}}, "value: a func"},
		{"channel as a key", map[any]int{make(chan int): 1}, "key: a chan"},
		{"deep down", envelope{Body: []any{envelope{Body: func() {}}}}, "field Body: element 0: field Body: a func"},
		{"cyclic pointers", cycle, "points to itself"},
		{"cyclic map", loop, "points to itself"},
		{"cyclic slice", list, "points to itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectModelError(t, "child", "the message: ", func(p *proc.P) {
				p.Spawn("child", func(p *proc.P) { p.Send(p.Self(), c.value) })
			})
			expectModelError(t, "main", c.want, func(p *proc.P) {
				p.Send(p.Self(), c.value)
			})
			expectModelError(t, "main", "the value: ", func(p *proc.P) {
				proc.NewTable[int, any](p, "t").Insert(p, 1, c.value)
			})
			if reflect.TypeOf(c.value).Kind() != reflect.Slice && reflect.TypeOf(c.value).Kind() != reflect.Map {
				expectModelError(t, "main", "the key: ", func(p *proc.P) {
					proc.NewTable[any, int](p, "t").Insert(p, c.value, 1)
				})
			}
			if err := play(t, func(p *proc.P) { p.Exit(c.value) }).err; err == nil || !strings.Contains(err.Problem, "the reason") {
				t.Errorf("as a reason of Exit, the error is %v", err)
			}
		})
	}
}

// TestHandlesTravel: PIDs, tables, timers and refs identify the same after they were sent, also deep
// inside a message.
func TestHandlesTravel(t *testing.T) {
	type handles struct {
		PIDs  map[string]*proc.PID
		Table proc.Table[int, []string]
		Timer any
		Refs  []proc.Ref
	}
	mustPlay(t, func(p *proc.P) {
		me := p.Self()
		table := proc.NewTable[int, []string](p, "t")
		timer := p.SendAfter(me, "late")
		ref := p.MakeRef()
		p.Send(me, handles{map[string]*proc.PID{"me": &me}, table, timer, []proc.Ref{ref}})
		got := proc.Receive[handles](p)
		if *got.PIDs["me"] != me || got.Table != table || got.Timer != timer || got.Refs[0] != ref {
			t.Errorf("%v arrived", got)
		}
		got.Table.Insert(p, 1, []string{"x"})
		if v, ok := table.Lookup(p, 1); !ok || v[0] != "x" {
			t.Errorf("what is inserted by the handle that arrived is not in the table")
		}
	})
}

// TestEqualValuesAreOneValue: equal values have the same number, so that no process can tell the order
// of two equal messages, and a row that is overwritten by an equal one is unchanged.
func TestEqualValuesAreOneValue(t *testing.T) {
	for _, c := range []struct {
		a, b any
		same bool
	}{
		{1, 1, true}, {1, 2, false}, {1, int8(1), false}, {1, color(1), false}, {"a", "a", true},
		{[]int{1}, []int{1}, true}, {[]int{1}, []int{2}, false}, {[]int{}, []int(nil), false}, {[]int{1}, [1]int{1}, false},
		{[]string{"ab", "c"}, []string{"a", "bc"}, false},
		{map[string]int{"a": 1, "b": 2}, map[string]int{"b": 2, "a": 1}, true},
		{map[string]int{"a": 1}, map[string]int{"a": 2}, false},
		{&hidden{name: "a"}, &hidden{name: "a"}, true}, {&hidden{name: "a"}, hidden{name: "a"}, false},
		{hidden{items: []int{1}}, hidden{items: []int{1}}, true}, {hidden{items: []int{1}}, hidden{items: []int{2}}, false},
		{envelope{Body: 1}, envelope{Body: 1}, true}, {envelope{Body: 1}, envelope{Body: int8(1)}, false},
		{nil, (*hidden)(nil), false}, {1.0, 1, false},
	} {
		main := func(p *proc.P) {
			p.Send(p.Self(), c.a)
			p.Send(p.Self(), c.b)
		}
		sys := newSystem(main)
		a, b := sys.Step(first(sys)), sys.Step(first(sys))
		if same := a.Value == b.Value; same != c.same {
			t.Errorf("%T %v and %T %v are the same value: %t, want %t", c.a, c.a, c.b, c.b, same, c.same)
		}
		if got := fmt.Sprint(sys.Value(a.Value)); got != fmt.Sprint(c.a) && reflect.TypeOf(c.a).Kind() != reflect.Pointer {
			t.Errorf("the value of %v is %s", c.a, got)
		}
		sys.Close()
	}
}
