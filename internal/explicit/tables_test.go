package explicit_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Tables: all have a name, and are found by it.

func (s state) tableNamed(name string) (table, bool) {
	t, ok := s.Tables[s.Named[name]]
	return t, ok
}

// performOnTable executes the instructions about tables.
func (x *interpreter) performOnTable(s state, name string, p process, in instruction, to string) string {
	called, v := names[in.k], in.value(p.Last)
	if in.do == "create" || in.do == "new" || in.do == "new with heir" {
		if in.do != "new with heir" {
			to, v = "", 0
		}
		return s.newTable(name, in.k, to, v)
	}
	id := s.Named[called]
	t, ok := s.Tables[id]
	if !ok {
		return refused
	}
	text := nothing
	switch in.do {
	case "drop":
		s.drop(id)
		return nothing
	case "rename":
		if _, taken := s.Named[names[v%2]]; taken {
			return refused
		}
		delete(s.Named, called)
		t.Name, s.Named[names[v%2]] = names[v%2], id
	case "give":
		if other := s.Processes[to]; t.Owner != name || to == name || other.ended() {
			return refused
		}
		t.Owner = to
		s.own(to, id)
		x.send(s, parcel{What: "message", From: name, To: to, Text: transferText(called, name, v)})
	case "heir", "no heir":
		if t.Owner != name {
			return refused
		}
		if t.Heir, t.Bequest, t.Data = to, called, v; in.do == "no heir" {
			t.Heir, t.Bequest, t.Data = "", "", 0
		}
	default:
		text = t.performOnRows(in, p.Last)
	}
	s.Tables[id] = t
	return text
}

// newTable creates a table, unless the name is taken.
func (s state) newTable(name string, k int, heir string, data int) string {
	called := names[k]
	s.with(name, func(p *process) { p.Made[k]++ })
	id := name + ":" + inLife(called, s.Processes[name].Life)
	if n := s.Processes[name].Made[k]; n > 1 {
		id += "#" + strconv.Itoa(n)
	}
	if _, taken := s.Named[called]; taken {
		return refused
	}
	t := table{Name: called, Owner: name}
	if heir != "" {
		t.Heir, t.Bequest, t.Data = heir, called, data
	}
	for i := range t.Rows {
		t.Rows[i] = none
	}
	s.Tables[id], s.Named[called] = t, id
	s.own(name, id)
	return nothing
}

// own records that a process has become the owner of a table.
func (s state) own(name, id string) {
	s.with(name, func(p *process) {
		if !slices.Contains(p.Tables, id) {
			p.Tables = appended(p.Tables, id)
		}
	})
}

// drop removes a table.
func (s state) drop(id string) {
	delete(s.Named, s.Tables[id].Name)
	delete(s.Tables, id)
}

// releases returns the releases of the tables of a process that ends: first of those that it has
// created, then of others.
func (s state) releases(name string) (all []parcel) {
	var ids []string
	life := strings.TrimPrefix(inLife("", s.Processes[name].Life), "#")
	created := func(id string) bool {
		parts := strings.Split(id, "#") // the table, the life, and a number, of which the last two may be absent
		return strings.HasPrefix(id, name+":") && (life == "" && !strings.Contains(id, "#life") || len(parts) > 1 && parts[1] == life)
	}
	for _, id := range s.Processes[name].Tables {
		if created(id) {
			ids = append(ids, id)
		}
	}
	given := slices.DeleteFunc(slices.Clone(s.Processes[name].Tables), created)
	slices.Sort(given)
	for _, id := range append(ids, given...) {
		if s.Tables[id].Owner == name {
			all = append(all, parcel{What: "release", From: name, Table: id})
		}
	}
	return all
}

// release gives a table to its heir, if that is alive, and otherwise removes it.
func (x *interpreter) release(s state, what parcel) {
	t, ok := s.Tables[what.Table]
	if !ok {
		return
	}
	if heir, there := s.Processes[t.Heir]; !there || heir.ended() {
		s.drop(what.Table)
		return
	}
	t.Owner = t.Heir
	s.Tables[what.Table] = t
	s.own(t.Heir, what.Table)
	x.send(s, parcel{What: "message", From: what.From, To: t.Heir, Text: transferText(t.Bequest, what.From, t.Data)})
}

// performOnRows executes the instructions about rows of a table that exists.
func (t *table) performOnRows(in instruction, last int) string {
	key, v := in.row(last), in.value(last)
	row := &t.Rows[key]
	was := *row
	switch in.do {
	case "insert":
		*row = v
	case "insert new":
		if was == none {
			*row = v
		}
		return answer(was == none)
	case "lookup", "await":
		return found(was)
	case "delete":
		*row = none
	case "take":
		*row = none
		return found(was)
	case "swap":
		if was != none && was == last {
			*row = v
			return yes
		}
		return no
	case "count":
		if was == none {
			return refused
		}
		*row += v
		return strconv.Itoa(*row)
	case "count from":
		if was == none {
			*row = in.k
		}
		*row += v
		return strconv.Itoa(*row)
	case "member":
		return answer(was != none)
	default:
		return t.scan(in.do, key, v)
	}
	return nothing
}

// scan executes the instructions that read all rows.
func (t *table) scan(do string, key, v int) string {
	var keys []int
	selected := []struct{ Key, Value int }{}
	for k, value := range t.Rows {
		if value == none {
			continue
		}
		keys = append(keys, k)
		if value != v {
			selected = append(selected, struct{ Key, Value int }{k, value})
		}
	}
	switch do {
	case "size":
		return strconv.Itoa(len(keys))
	case "first":
		return found(append(keys, none)[0])
	case "next":
		return found(append(slices.DeleteFunc(keys, func(k int) bool { return k <= key }), none)[0])
	case "select":
		return fmt.Sprint(selected)
	}
	panic("no instruction: " + do)
}

// found returns a key or a value as text.
func found(v int) string {
	if v == none {
		return nothing
	}
	return strconv.Itoa(v)
}
