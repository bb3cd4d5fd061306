package explain

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Errors describes errors of a strategy and a player, which know only numbers.
type Errors struct {
	Player *stage.Player
	// Planned returns the event planned at a depth, or nil. It may itself be nil.
	Planned func(depth int) *trace.Event
	Own     bool // the strategy is a user's
	// Doubt returns the error about a problem of either the model or the checker.
	Doubt func(problem string) error
}

// Explain returns the error in words, or an unknown error unchanged.
func (x *Errors) Explain(err error) error {
	w := x.Player.World()
	switch e := err.(type) {
	case *stage.Difference:
		return x.impossible(e)
	case *optimaldpor.Divergence:
		planned, happened := w.Request(0, &e.Planned), w.Request(e.Depth+1, &x.Player.Events()[e.Depth])
		return x.Doubt(fmt.Sprintf("step %d was planned to be %v by process %s, and is %v by process %s",
			e.Depth+1, planned, planned.Process, happened, happened.Process))
	case *optimaldpor.Repetition:
		asleep := w.Request(0, &e.Sleeping)
		return &wordedError{cause: e, error: x.Doubt(fmt.Sprintf("the search is not optimal: this interleaving is the same as one explored before, "+
			"in which step %d was %v by process %s, because nothing that comes after conflicts with that", e.Depth+1, asleep, asleep.Process))}
	}
	return err
}

// wordedError is an error in words, with its cause in numbers.
type wordedError struct {
	error
	cause error
}

func (e *wordedError) Unwrap() []error { return []error{e.error, e.cause} }

func (x *Errors) impossible(d *stage.Difference) error {
	w := x.Player.World()
	if x.Own {
		return x.mistaken(d.Planned)
	}
	what := "by process " + w.Actor(d.Planned.Actor).Name
	if x.Planned != nil {
		if e := x.Planned(d.Depth); e != nil {
			asked := w.Request(0, e)
			what = fmt.Sprintf("%v by process %s", asked, asked.Process)
		}
	}
	if d.Happened != nil {
		return x.Doubt(fmt.Sprintf("step %d, %s, does not come out the same when it is executed again", d.Depth+1, what))
	}
	how := "planned"
	if d.Chosen {
		how = "chosen"
	}
	problem := fmt.Sprintf("step %d, %s, was %s and is not possible", d.Depth+1, what, how)
	if at, ok := w.Pending(d.Planned.Actor); ok {
		problem += fmt.Sprintf(": process %s is at %v", at.Process, at)
	}
	return x.Doubt(problem)
}

func (x *Errors) mistaken(st trace.Step) error {
	w := x.Player.World()
	var names []string
	for _, p := range w.Enabled(nil) {
		names = append(names, fmt.Sprintf("%s (actor %d, %d alternatives)", w.Actor(p.Actor).Name, p.Actor, max(1, p.Op.Alternatives)))
	}
	return fmt.Errorf("step %d: the strategy in checker.Options asks for alternative %d of actor %d, which is not possible; those that can move are %s",
		len(x.Player.Events())+1, st.Alternative, st.Actor, strings.Join(names, ", "))
}
