package causality_test

import (
	"reflect"
	"testing"

	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/causality"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

// TestAlike: two events of one operation are not alike if an event depends on one of them only.
func TestAlike(t *testing.T) {
	named := func(holder ActorID) cells { // a state in which the actor has the name 1
		e := NewEvent(holder, 0, Op{Kind: Register, Object: int32(holder), Key: 1})
		return cells{}.do(&e)
	}
	in := func(state cells, op Op) Event {
		e := NewEvent(p, 0, op)
		state.do(&e)
		return e
	}
	trap := NewEvent(r, 0, Op{Kind: TrapExits})
	trapping := cells{}.do(&trap)
	unregister, sendName := Op{Kind: Unregister, Key: 1}, Op{Kind: SendName, Key: 1, Value: 1}
	signal := Op{Kind: ExitSignal, Object: int32(r), Value: 1}
	another := NewEvent(q, 0, Op{Kind: Register, Object: int32(r), Key: 2})
	named(r).do(&another)
	for _, c := range []struct {
		name    string
		a, b    Event
		depends Event
	}{
		{"a lookup, and one where there is no table",
			lookup(p, 0, 1), onRow(p, 0, TableLookup, 1, NoValue, NoEffect), insert(q, 0, 1, 1)},
		{"a claim that succeeds, and one that fails",
			onRow(p, 0, TableInsertNew, 1, 1, Update), onRow(p, 0, TableInsertNew, 1, 1, Read), lookup(q, 0, 1)},
		{"whose name is taken", in(named(r), unregister), in(named(s), unregister), another},
		{"who gets a message", in(named(r), sendName), in(named(s), sendName), tooLate(r, 0, takes{1})},
		{"who must end", in(cells{}, signal), in(trapping, signal), lookup(r, 0, 1)},
	} {
		if !Alike(&c.a, &c.a) || !Alike(&c.b, &c.b) {
			t.Errorf("%s: an event is not like itself", c.name)
		}
		if Alike(&c.a, &c.b) || Alike(&c.b, &c.a) {
			t.Errorf("%s: alike are\n%+v\n%+v", c.name, c.a, c.b)
		}
		relation := Relation{ReceivePatterns: true}
		a, b := relation.Dependent(&c.a, &c.depends, taken{}), relation.Dependent(&c.b, &c.depends, taken{})
		if (a == Independent) == (b == Independent) {
			t.Errorf("%s: %+v is %v of the one and %v of the other", c.name, c.depends, a, b)
		}
	}
}

// TestIdentical: events that differ in one field are not identical, unless the order of events does not depend on it.
func TestIdentical(t *testing.T) {
	e := NewEvent(1, 2, Op{Kind: Receive, Does: alike[0]})
	e.Accesses = []Access{{}}
	if same := e; !Identical(&e, &same) {
		t.Error("an event is not identical with its copy")
	}
	for _, field := range reflect.VisibleFields(reflect.TypeOf(e)) {
		if field.Anonymous {
			continue
		}
		f := e
		switch v := reflect.ValueOf(&f).Elem().FieldByIndex(field.Index); v.Kind() {
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Int16, reflect.Int32:
			v.SetInt(v.Int() + 1)
		case reflect.Uint8, reflect.Uint32:
			v.SetUint(v.Uint() + 1)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
		case reflect.Interface:
			v.Set(reflect.ValueOf(alike[1]))
		case reflect.Struct:
			v.Set(reflect.ValueOf(EventID{Actor: 7, Index: 7}))
		case reflect.Slice:
			v.Set(reflect.ValueOf([]Access{{After: 1}}))
		default:
			t.Errorf("the test knows no other value of the field %s", field.Name)
		}
		apart := field.Name != "Reply" && field.Name != "Kept"
		if Identical(&e, &f) == apart || Identical(&f, &e) == apart {
			t.Errorf("are events that differ in %s identical? got %t, want %t", field.Name, apart, !apart)
		}
	}
}
