package checker

import (
	"cmp"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/engine"
	"github.com/checkmodel/checkmodel/result"
)

// Checkpoint is a search that was stopped: its result so far, and the open branches. For [States] it has the explored
// states instead of branches.
type Checkpoint struct {
	Model    string
	Identity string    // of the program; see Saving
	Search   []Setting // the options that determine the interleavings
	Stop     Stop      // why the search was stopped; NotStopped if it continued
	// Elapsed is the duration of the search so far, in nanoseconds. Saving.Save may set it, as the checker
	// has no clock.
	Elapsed int64 `json:",omitempty"`

	Findings

	Externals []string `json:",omitempty"` // the names of the external events that the search has come to
	CanFail   []string `json:",omitempty"` // nodes, a network and links that could have the faults of the options

	Asked []string `json:",omitempty"` // the names of the rules that were shown something

	// Levels are the completed searches with lower bounds, if there are several, and Below is their result:
	// a Checkpoint without a Tree.
	Levels []Level     `json:",omitempty"`
	Below  *Checkpoint `json:",omitempty"`
	Why    string      `json:",omitempty"` // why this search of Auto follows the one Below
	Large  bool        `json:",omitempty"` // then: it takes the model for a large one
	Beside *Checkpoint `json:",omitempty"` // the draws of Auto beside this search, or before it

	open // what is still to be explored
}

type open = driver.Open

// Setting is an option with its name.
type Setting = result.Setting

// Saving says how a search is saved.
type Saving struct {
	// Identity identifies the program with the model. A search can be resumed only with the same identity.
	Identity string
	// Save is called with a checkpoint when the search is stopped before it is complete (except by a violation),
	// and when Due returns true. An error ends the search. A checkpoint of a search of [States] must be written
	// before Save returns, as it shares memory with the search.
	Save func(*Checkpoint) error
	// Due is called after every interleaving and reports whether to save the search now. With nil it
	// is never saved before its end.
	Due func() bool
	// Room and Hand let other processes execute units of a search by Optimal, or of random runs; nil hands out none. A unit is the checkpoint
	// of a small part of the search. A process with the same program executes it by Check, with the unit as Options.Resume and otherwise the
	// same options; Saving.Save then gets the result, as a checkpoint. A process should use one Saving for all units of a search: they
	// share what is known of the program.
	//
	// Room returns the limit on the interleavings of the next unit, or 0 for no unit. Idle returns how many workers of a search by Optimal
	// may work besides one, as other processes wait for units; with nil all may. Hand hands out a unit, and must return at once. It
	// may keep the two functions: done must be called once with a function that reads the result, or with nil if the unit is lost, and wanted
	// reports whether the result is still of use. A search by Optimal reads a result when it comes and again when its turn comes, so that
	// it need not stay in memory. Any goroutine may call them. The search may call recall, unless it is nil, to explore the unit itself: it takes
	// the unit back and returns true, or returns false if the unit has been begun, as far as is known. The result of the search is the same
	// as without units, except that a violation that ends a search by Optimal may be a later one.
	Room func() (interleavings int)
	Idle func() (workers int)
	Hand func(unit *Checkpoint, wanted func() bool, done func(result func() (*Checkpoint, error))) (recall func() bool)

	kept          *engine.Kept // of units; nil at first
	least, memory int          // see driver.Pool
}

// unlessSpent returns a Saving that calls spent, unless it is nil, for a search whose budget is used up, as another one follows.
func (s *Saving) unlessSpent(spent func(*Checkpoint) error) *Saving {
	if s == nil && spent == nil {
		return nil
	}
	brief := *cmp.Or(s, &Saving{})
	brief.Save = func(c *Checkpoint) error {
		switch {
		case c.Stop != OutOfBudget && s != nil:
			return s.Save(c)
		case c.Stop == OutOfBudget && spent != nil:
			return spent(c)
		}
		return nil
	}
	return &brief
}
