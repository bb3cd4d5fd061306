package optimaldpor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// The tests explore programs of a small world: a fixed set of actors, each with a
// list of operations, mailboxes, one table, and no code. What it does is so
// simple that it can be believed. Behind the last actor there is one more, which
// creates the table and starts the others before any of them moves; it is left
// out of what the tests write down.

// takes is a receive pattern: the messages it matches.
type takes []trace.ValueID

func (t takes) Match(v trace.ValueID) bool { return slices.Contains(t, v) }

// Same lets equal receives be one event; without it, a search would never find one again.
func (t takes) Same(p any) bool {
	u, ok := p.(takes)
	return ok && slices.Equal(t, u)
}

func send(to trace.ActorID, value trace.ValueID) trace.Op {
	return trace.Op{Kind: kind.Send, Object: int32(to), Value: value}
}

func receive(values ...trace.ValueID) trace.Op {
	return trace.Op{Kind: kind.Receive, Does: takes(values)}
}

func poll(values ...trace.ValueID) trace.Op {
	return trace.Op{Kind: kind.ReceiveTimeout, Does: takes(values)}
}

func write(key, value trace.ValueID) trace.Op {
	return trace.Op{Kind: kind.TableInsert, Key: key, Value: value}
}

func claim(key, value trace.ValueID) trace.Op {
	return trace.Op{Kind: kind.TableInsertNew, Key: key, Value: value}
}

func read(key trace.ValueID) trace.Op { return trace.Op{Kind: kind.TableLookup, Key: key} }

// await waits until the row has one of the values.
func await(key trace.ValueID, values ...trace.ValueID) trace.Op {
	return trace.Op{Kind: kind.TableAwait, Key: key, Does: holds(values)}
}

// holds is what an await waits for.
type holds []trace.ValueID

func (h holds) MatchRow(_, value trace.ValueID) bool { return slices.Contains(h, value) }

func (h holds) Same(p any) bool {
	g, ok := p.(holds)
	return ok && slices.Equal(h, g)
}

func choose(alternatives int32) trace.Op {
	return trace.Op{Kind: kind.Choose, Alternatives: alternatives}
}

// program is the operations of each actor.
type program [][]trace.Op

func (pr program) String() string {
	var b strings.Builder
	for a, ops := range pr {
		fmt.Fprintf(&b, "p%d:", a)
		for _, op := range ops {
			switch op.Kind {
			case kind.Send:
				fmt.Fprintf(&b, " !%d:%d", op.Object, op.Value)
			case kind.Receive:
				fmt.Fprintf(&b, " ?%v", op.Does)
			case kind.ReceiveTimeout:
				fmt.Fprintf(&b, " ?%vT", op.Does)
			case kind.Choose:
				fmt.Fprintf(&b, " choose(%d)", op.Alternatives)
			case kind.TableAwait:
				fmt.Fprintf(&b, " await(%d,%v)", op.Key, op.Does)
			default:
				fmt.Fprintf(&b, " %v(%d,%d)", op.Kind, op.Key, op.Value)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// world is a program that is being executed.
type world struct {
	program   program // with the actor that starts the others
	position  []int
	mailboxes [][]trace.Event
	rows      map[trace.ValueID]trace.ValueID
}

func newWorld(pr program) *world {
	boot := []trace.Op{{Kind: kind.TableNew}}
	for a := range pr {
		boot = append(boot, trace.Op{Kind: kind.Spawn, Object: int32(a)})
	}
	return &world{
		program:   append(slices.Clone(pr), boot),
		position:  make([]int, len(pr)+1),
		mailboxes: make([][]trace.Event, len(pr)),
		rows:      map[trace.ValueID]trace.ValueID{},
	}
}

// next returns what the actor is about to do, or nil.
func (w *world) next(a int) *trace.Op {
	if w.position[a] == len(w.program[a]) {
		return nil
	}
	return &w.program[a][w.position[a]]
}

// waiting returns the place of the message that the operation takes, or -1.
func (w *world) waiting(a int, op *trace.Op) int {
	return slices.IndexFunc(w.mailboxes[a], func(m trace.Event) bool { return op.Patterns().Match(m.Value) })
}

func (w *world) enabled() []trace.Pending {
	boot := len(w.program) - 1
	if op := w.next(boot); op != nil {
		return []trace.Pending{{Actor: trace.ActorID(boot), Op: op}}
	}
	return w.pending(true)
}

// awaiting returns the actors that wait for a row.
func (w *world) awaiting() []trace.Pending {
	return slices.DeleteFunc(w.pending(false), func(p trace.Pending) bool { return p.Op.Kind != kind.TableAwait })
}

// pending returns the actors that can move, or those that cannot.
func (w *world) pending(can bool) (all []trace.Pending) {
	for a := range len(w.program) - 1 {
		if op := w.next(a); op != nil && w.can(a, op) == can {
			all = append(all, trace.Pending{Actor: trace.ActorID(a), Op: op})
		}
	}
	return all
}

// can reports whether an actor can execute the operation now.
func (w *world) can(a int, op *trace.Op) bool {
	switch op.Kind {
	case kind.Receive:
		return w.waiting(a, op) >= 0
	case kind.TableAwait:
		return effects.Awaited(op, true, w.rows[op.Key])
	}
	return true
}

func (w *world) step(st trace.Step) trace.Event {
	a := int(st.Actor)
	op := w.next(a)
	e := trace.NewEvent(st.Actor, int32(w.position[a]), *op)
	e.Alternative = st.Alternative
	w.position[a]++
	switch {
	case op.Kind == kind.Send:
		e.To = trace.ActorID(op.Object)
		w.mailboxes[op.Object] = append(w.mailboxes[op.Object], e)
	case e.IsReceive():
		if i := w.waiting(a, op); i >= 0 {
			m := w.mailboxes[a][i]
			e.Taken, e.Result = m.Message, m.Value
			w.mailboxes[a] = slices.Delete(w.mailboxes[a], i, i+1)
		}
	case op.Kind == kind.TableNew:
		e.Effect = trace.Update
	case op.Kind.Is(kind.OnTable):
		e.Before = w.rows[op.Key]
		e.Effect = effects.RowEffect(op, true, e.Before)
		if op.Kind == kind.TableLookup || op.Kind == kind.TableAwait {
			e.Result = e.Before
		}
		if effects.ChangesRow(&e) {
			e.After = op.Value
			w.rows[op.Key] = op.Value
		}
	}
	return e
}

// strategy is what the strategies of this package have in common.
type strategy interface {
	Begin() (trace.Schedule, bool)
	Choose(trace.View) (trace.Step, bool)
	Observe(depth int, e *trace.Event) error
	End(trace.Ending) error
	Coverage() trace.Coverage
}

// explored is what a search did.
type explored struct {
	planned  []string // the planned beginning of each interleaving, as actors
	all      []string // each interleaving, as actors
	traces   [][]trace.Event
	blocked  int // of these, sleep-set blocked
	boundCut int
}

// complete counts the interleavings that are not sleep-set blocked.
func (x *explored) complete() int { return len(x.all) - x.blocked }

// explore executes what the strategy plans, until there is nothing more to
// explore or there are limit interleavings, if that is not 0.
func explore(pr program, s strategy, limit int) (*explored, error) {
	var x explored
	var before []trace.Event
	for limit == 0 || len(x.all) < limit {
		prefix, more := s.Begin()
		if !more {
			break
		}
		x.planned = append(x.planned, actors(pr, prefix))
		w := newWorld(pr)
		var events []trace.Event
		shared := inCommon(prefix, before)
		outcome := trace.Complete
		for {
			enabled := w.enabled()
			if len(enabled) == 0 {
				break
			}
			var st trace.Step
			if depth := len(events); depth < len(prefix) {
				st = prefix[depth]
				if !slices.ContainsFunc(enabled, func(p trace.Pending) bool { return p.Actor == st.Actor }) {
					return &x, fmt.Errorf("step %d, of p%d, was planned and is not possible", depth, st.Actor)
				}
			} else if next, ok := s.Choose(trace.View{Enabled: enabled}); ok {
				st = next
			} else {
				outcome = trace.Abandoned
				x.blocked++
				break
			}
			e := w.step(st)
			events = append(events, e)
			if len(events) <= shared {
				continue
			}
			if err := s.Observe(len(events)-1, &e); err != nil {
				return &x, err
			}
		}
		before = events
		x.all = append(x.all, written(pr, events))
		if outcome != trace.Abandoned {
			x.traces = append(x.traces, slices.Clone(events))
		}
		if err := s.End(trace.Ending{Events: len(events), Outcome: outcome, Waiting: w.awaiting()}); err != nil {
			return &x, err
		}
	}
	x.boundCut = s.Coverage().BoundCut
	return &x, nil
}

// actors writes a schedule as the numbers of the actors that move; a choice that
// is not the first is followed by a letter.
func actors(pr program, schedule trace.Schedule) string {
	var b strings.Builder
	for _, st := range schedule {
		if int(st.Actor) == len(pr) {
			continue
		}
		fmt.Fprint(&b, st.Actor)
		if st.Alternative > 0 {
			b.WriteByte('a' + byte(st.Alternative))
		}
	}
	return b.String()
}

func written(pr program, events []trace.Event) string {
	var schedule trace.Schedule
	for i := range events {
		schedule = append(schedule, events[i].Step())
	}
	return actors(pr, schedule)
}

// classes counts the interleavings of each equivalence class.
func classes(relation causality.Relation, traces [][]trace.Event) map[causality.Signature]int {
	count := map[causality.Signature]int{}
	o := causality.Order{Relation: relation}
	for _, events := range traces {
		o.Compute(events)
		count[o.Signature()]++
	}
	return count
}

// mustExplore explores all of a program.
func mustExplore(t testing.TB, pr program, s strategy) *explored {
	t.Helper()
	x, err := explore(pr, s, 0)
	if err != nil {
		t.Fatalf("%v\nin %s", err, pr)
	}
	return x
}
