package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Faults is a budget of faults: how many the search lets happen in one interleaving, at most. Every way to
// spend it is explored, and every way not to. The zero value is none. Faults happen to nodes, which are the
// processes that are started with [proc.Node].
type Faults struct {
	// Crashes is how often nodes crash, all together. A crash can come before every operation of a node.
	Crashes int `json:"crashes,omitempty"`
	// Restarts is how often a node is started again after a crash, all together, at any time after it.
	Restarts int `json:"restarts,omitempty"`
	// CrashesOfNode is how often one node crashes; 0 is no limit of its own.
	CrashesOfNode int `json:"crashes_of_node,omitempty"`
}

// faults returns the budget of faults.
func (o *Options) faults() Faults {
	if o.Faults == nil {
		return Faults{}
	}
	return *o.Faults
}

// String returns the budget in words: "none", or as "2 crashes (1 of each node), 1 restart".
func (f Faults) String() string {
	if f.Crashes == 0 {
		return "none"
	}
	words := count(f.Crashes, "crash", "crashes")
	if f.CrashesOfNode > 0 {
		words += fmt.Sprintf(" (%d of each node)", f.CrashesOfNode)
	}
	if f.Restarts > 0 {
		words += ", " + count(f.Restarts, "restart", "restarts")
	}
	return words
}

func count(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", several)
}

// validate reports what is wrong with the budget.
func (f *Faults) validate(problem func(field, format string, args ...any)) {
	for _, n := range []struct {
		field string
		value int
		zero  string
	}{{"Crashes", f.Crashes, "none"}, {"Restarts", f.Restarts, "none"}, {"CrashesOfNode", f.CrashesOfNode, "no limit of its own"}} {
		if n.value < 0 {
			problem(n.field, "is %d; it must be 0 (%s) or more", n.value, n.zero)
		}
	}
	if f.Crashes == 0 && f.Restarts > 0 {
		problem("Restarts", "is %d, but no node crashes; a restart needs a crash before it", f.Restarts)
	}
	if f.Crashes == 0 && f.CrashesOfNode > 0 {
		problem("CrashesOfNode", "is %d, but no node crashes", f.CrashesOfNode)
	}
}

// checkNodes returns an error if the model lets nodes crash and has none. If only Options do, the result says so.
func (s *search) checkNodes() error {
	r := s.result
	if r.Options.faults().Crashes == 0 || r.Options.Replay != nil || r.Interleavings == 0 {
		return nil
	}
	if _, any := s.first.sys.ActorNamed(world.DecidesFaults); any {
		return nil
	}
	r.NoNodes = true
	if r.Model.Faults.Crashes > 0 && r.Stop == NotStopped {
		r.Verdict = Failed
		return fmt.Errorf("model %s: checker.Model.Faults has %v, but no process is a node; start those that may crash with the option proc.Node, "+
			"as in p.Spawn(name, body, proc.Node), or remove the faults", r.Model.Name, r.Model.Faults)
	}
	return nil
}

// forReplay returns the budget, raised to that of a schedule if it has decided about faults: it may have been found with
// another one.
func (f Faults) forReplay(s trace.NamedSchedule) Faults {
	var alternatives []int32
	for _, st := range s {
		if st.Actor == world.DecidesFaults {
			alternatives = append(alternatives, st.Alternative)
		}
	}
	if len(alternatives) == 0 {
		return f
	}
	needed := world.FaultsOf(alternatives...)
	return Faults{Crashes: max(f.Crashes, needed.Crashes, 1), Restarts: max(f.Restarts, needed.Restarts)}
}
