package checker

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// explain puts an error of the strategy, which knows only numbers, into words.
func (x *exploration) explain(err error) error {
	switch e := err.(type) {
	case nil:
		return nil
	case *optimaldpor.Divergence:
		planned, happened := x.sys.Planned(&e.Planned), x.sys.Executed(e.Depth+1)
		return x.doubt(fmt.Sprintf("step %d was planned to be %v by process %s, and is %v by process %s",
			e.Depth+1, planned, planned.Process, happened, happened.Process))
	case *optimaldpor.Repetition:
		asleep := x.sys.Planned(&e.Sleeping)
		return &explained{cause: e, error: x.doubt(fmt.Sprintf("the search is not optimal: this interleaving is the same as one explored before, "+
			"in which step %d was %v by process %s, because nothing that comes after conflicts with that", e.Depth+1, asleep, asleep.Process))}
	}
	return err
}

// explained is an error in words, with the one in numbers that it came from.
type explained struct {
	error
	cause error
}

func (e *explained) Unwrap() []error { return []error{e.error, e.cause} }

// impossible says whose fault it is that a planned step is not possible.
func (x *exploration) impossible(d *player.Difference) error {
	depth, st := d.Depth, d.Planned
	if x.result.Options.Algorithm == Own {
		return x.mistaken(st)
	}
	what := "by process " + x.sys.Actor(st.Actor).Name
	if p, ok := x.strategy.(explaining); ok {
		if e := p.Planned(depth); e != nil {
			asked := x.sys.Planned(e)
			what = fmt.Sprintf("%v by process %s", asked, asked.Process)
		}
	}
	problem := fmt.Sprintf("step %d, %s, was planned and is not possible", depth+1, what)
	if at, ok := x.sys.Pending(st.Actor); ok {
		problem += fmt.Sprintf(": process %s is at %v", at.Process, at)
	}
	return x.doubt(problem)
}

// mistaken says that the strategy of the options asks for a step that is not possible.
func (x *exploration) mistaken(st trace.Step) error {
	var names []string
	for _, p := range x.sys.Enabled(nil) {
		names = append(names, fmt.Sprintf("%s (actor %d, %d alternatives)", x.sys.Actor(p.Actor).Name, p.Actor, max(1, p.Op.Alternatives)))
	}
	return fmt.Errorf("step %d: the strategy in checker.Options asks for alternative %d of actor %d, which is not possible; those that can move are %s",
		len(x.player.Events())+1, st.Alternative, st.Actor, strings.Join(names, ", "))
}

// doubt executes the present interleaving again before it takes a problem for one
// of the checker: what a model that is not deterministic does cannot be planned.
func (x *exploration) doubt(problem string) error {
	if err := x.repeatNow(); err != nil {
		return err
	}
	return x.blame(problem)
}
