package document

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// Search describes how a model was searched, and the differences from the model's requests.
func Search(r *checker.Result) string {
	o := &r.Options
	parts := prose.Each(aspects(r), aspect.words)
	ends := "until the first violation that is not declared"
	switch {
	case o.Until == checker.UntilGoals:
		ends = "until each goal is reached, or the first violation that is not declared"
	case o.Until == checker.UntilEnd:
		ends = "going on after violations"
	case o.Until == checker.UntilShortest:
		ends = "until the shortest violation"
	case o.Until == checker.UntilFirst:
		ends = "until the first violation"
	}
	seed := ""
	if o.Seed != 0 || o.Algorithm.Traits().Draws {
		seed = fmt.Sprintf("seed %d", o.Seed)
	}
	parts = slices.Insert(parts, 4, ValuesIn(prose.Each(r.Model.Parameters, NewParameter)), without(o), seed, ends)
	parts = slices.Insert(parts, 1, around(o))
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// around describes the interleaving with which the search began; "" if none was given.
func around(o *checker.Options) string {
	if o.Around == nil {
		return ""
	}
	return "around a given interleaving of " + prose.Plural(len(o.Around), "step")
}

// aspect is something of a search that the model can ask for.
type aspect struct {
	name    string // in a [Document]
	is, own phrase // the value, and the value that the model asks for
	asked   bool   // whether the model asks for it
}

// phrase describes a value. The remark is shown in parentheses; "" is none.
type phrase struct{ text, remark string }

// words returns the value and, if the model asks for another one, that as well.
func (a aspect) words() string {
	remark := a.is.remark
	if a.overridden() {
		remark = strings.Join(slices.DeleteFunc([]string{"the model says " + a.own.text, remark}, func(s string) bool { return s == "" }), "; ")
	}
	if a.is.text == "" || remark == "" {
		return a.is.text
	}
	return a.is.text + " (" + remark + ")"
}

// overridden reports whether the model asks for another value.
func (a aspect) overridden() bool { return a.asked && a.is != a.own }

// aspects returns the aspects of a search that a model can ask for.
func aspects(r *checker.Result) []aspect {
	o, m := &r.Options, &r.Model
	own := checker.Options{AnyDeliveriesRace: o.AnyDeliveriesRace, ReceivePatterns: o.ReceivePatterns}.For(m)
	if own.Algorithm == checker.Auto && r.Chosen != "" {
		own.Algorithm, own.LateDelivery = o.Algorithm, o.LateDelivery // the model has left the choice
	}
	return []aspect{
		{"strategy", phrase{text: algorithm(o)}, phrase{text: algorithm(&own)}, m.Search.Algorithm != ""},
		{"bound", boundOf(o), boundOf(&own), m.Search.Bound != bounding.Bound{}},
		{"delivery", delivery(m, o.Delivery), delivery(m, own.Delivery), m.Delivery != ""},
		{"faults", faultWords(r, o), faultWords(r, &own), !reflect.DeepEqual(m.Faults, checker.Faults{})},
		{"max_interleavings", phrase{text: budget(o.MaxInterleavings)}, phrase{text: budget(own.MaxInterleavings)}, m.Search.MaxInterleavings != 0},
		{"depth", phrase{text: depth(o, m)}, phrase{text: depth(&own, m)}, m.Search.MaxEvents != 0},
	}
}

// ReplayedBy says how messages travelled in a replay, if the model asks for another delivery: a
// kept failure is replayed with the delivery with which it was found.
func ReplayedBy(r *checker.Result) string {
	is, own := cmp.Or(r.Options.Delivery, proc.Instant), cmp.Or(r.Model.Delivery, proc.Instant)
	if is == own {
		return ""
	}
	return fmt.Sprintf(", with delivery %s (the model has %s)", is, own)
}

// overridden returns the aspects that differ from the model's requests, by their names in a [Document].
func overridden(r *checker.Result) (names []string) {
	for _, a := range aspects(r) {
		if a.overridden() && r.Options.Replay == nil {
			names = append(names, a.name)
		}
	}
	return names
}

// budget describes the limit on interleavings, or returns "" if there is none.
func budget(n int) string {
	if n == 0 {
		return ""
	}
	return "at most " + prose.Plural(n, "interleaving") + " of each model"
}

// depth describes the limit on the events of an interleaving. It returns "" if it is the default
// and the model asks for nothing else.
func depth(o *checker.Options, m *checker.Model) string {
	n := cmp.Or(o.MaxEvents, checker.DefaultMaxEvents)
	if n == checker.DefaultMaxEvents && m.Search.MaxEvents == 0 {
		return ""
	}
	return "at most " + prose.Plural(n, "event") + " in each interleaving"
}

// algorithm names the search algorithm.
func algorithm(o *checker.Options) string {
	t := o.Algorithm.Traits()
	switch {
	case t.Draws && o.Run > 0:
		return fmt.Sprintf("%s, run %d only", t.Title, o.Run)
	case t.Draws:
		return t.Title + ", " + prose.Plural(o.Runs, "run")
	case t.Merges:
		return t.Title + ofStates(o)
	case o.Bound.Kind() == bounding.ByPreemption && o.Algorithm == checker.Source:
		return t.Title + " with conservative backtracking"
	case !t.ReceivePatterns:
		return t.Title
	case o.AnyDeliveriesRace:
		return t.Title + " without receive patterns"
	}
	return t.Title + " with receive patterns"
}

// faultWords says which faults happen. It returns no text if there are none and the model asks for none.
func faultWords(r *checker.Result, o *checker.Options) phrase {
	switch {
	case o.Faults == nil || o.Faults.None() && reflect.DeepEqual(r.Model.Faults, checker.Faults{}):
		return phrase{}
	case o.Faults.None():
		return phrase{text: "no faults"}
	}
	f := phrase{text: fmt.Sprintf("faults %v", o.Faults)}
	switch {
	case len(r.NoMessages) > 0:
		f.remark = "no message is one for " + strings.Join(prose.Each(r.NoMessages, checker.Link.String), "; ")
	case len(r.Absent) > 0 && !r.NoNodes:
		f.remark = "no node is one for " + strings.Join(prose.Each(r.Absent, checker.Node.String), "; ")
	case r.NoNetwork && !r.NoNodes:
		f.remark = "fewer than two processes are nodes, so there are no partitions"
	case r.NoNodes:
		f.remark = "no process is a node, so there are none"
	}
	return f
}

// without says which external events are left out, or returns "" if none is.
func without(o *checker.Options) string {
	if len(o.Without) == 0 {
		return ""
	}
	noun := "events"
	if len(o.Without) == 1 {
		noun = "event"
	}
	return "without the external " + noun + " " + strings.Join(prose.Each(o.Without, strconv.Quote), " and ")
}

// ofStates says how states are searched.
func ofStates(o *checker.Options) (how string) {
	patterns := o.Relation().ReceivePatterns
	switch {
	case patterns && o.LateDelivery:
		how += " with receive patterns and late delivery"
	case patterns:
		how += " with receive patterns"
	case o.LateDelivery:
		how += " with late delivery"
	}
	return how
}

// boundOf names the bound of a search; no text if its algorithm has none.
func boundOf(o *checker.Options) phrase {
	b := o.Bound
	switch {
	case o.Algorithm.Traits().Draws:
		return phrase{}
	case !b.Limits():
		return phrase{text: "without a bound"}
	case b.Several():
		return phrase{
			text:   fmt.Sprintf("%s bounds %d to %d one after the other", b.Kind(), b.First(), b.Last()),
			remark: "counts of the last, time of all",
		}
	}
	return phrase{text: fmt.Sprintf("%s bound %d", b.Kind(), b.Last())}
}

// delivery says how messages travel, and which bugs that cannot show. A world of its own has no delivery.
func delivery(m *checker.Model, d proc.Delivery) phrase {
	if m.World != nil {
		return phrase{}
	}
	if d = cmp.Or(d, proc.Instant); d == proc.Instant {
		return phrase{text: "instant delivery", remark: "no bug that needs a delayed message is found"}
	}
	if !slices.Contains(proc.Deliveries(), d) { // there are links
		return phrase{text: "delivery by link", remark: string(d)}
	}
	return phrase{text: "delivery by " + string(d)}
}
