package checker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/internal/engine"
	"github.com/checkmodel/checkmodel/result"
)

// checked adds to the end of a search an error if faults, links or external events that the model or the options name do not exist.
func (s *search) checked(r *result.Record, err error) (*result.Record, error) {
	if s.setup.target != nil || s.setup.model.World != nil { // the target property may be a part of the model
		return r, err
	}
	for _, check := range []func() string{s.checkFaults, s.checkDelivery, s.checkWithout} {
		if err != nil || r.Interleavings == 0 {
			break
		}
		if problem := check(); problem != "" && r.Stop == NotStopped { // otherwise it may not have come to them
			r.Verdict, err = Failed, fmt.Errorf("model %s: %s", s.setup.model.Name, problem)
		}
	}
	return r, err
}

// checkWithout returns a problem if an external event that is to be left out does not exist.
func (s *search) checkWithout() string {
	if len(s.setup.Without) == 0 {
		return ""
	}
	known := s.externals()
	for _, name := range s.setup.Without {
		if !slices.Contains(known, name) {
			return fmt.Sprintf("no external event is named %q, so it cannot be left out; %s", name, namesOf(known))
		}
	}
	return ""
}

// externals returns the names of the external events that the search has come to, also before it was resumed.
func (s *search) externals() []string {
	if c := s.setup.Resume; c != nil {
		return s.Externals(c.Externals)
	}
	return s.Externals(nil)
}

// namesOf lists the names of external events in a sentence.
func namesOf(names []string) string {
	if len(names) == 0 {
		return "the model has no external events (proc.External)"
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	return "the names are " + strings.Join(quoted, ", ")
}

// checkDelivery returns a problem if a link of the delivery of the model matches nothing that was sent.
func (s *search) checkDelivery() string {
	if o := s.setup; o.Delivery != o.model.Delivery || o.Replay != nil || o.Resume != nil {
		return ""
	}
	for _, l := range s.First.System.Environment().Unrouted() {
		return fmt.Sprintf("checker.Model.Delivery has the link %s, but no such process sends anything to another such one, or an earlier link matches; "+
			"correct the names of the processes", l)
	}
	return ""
}

// canFail returns the names of everything that can have the faults of the options.
func (s *search) canFail() []string {
	if c := s.setup.Resume; c != nil {
		return s.CanFail(s.setup.faults(), c.CanFail)
	}
	return s.CanFail(s.setup.faults(), nil)
}

// checkFaults returns a problem if the faults of the model cannot happen: no process is a node, or a link matches no
// message. If only the options ask for them, the result says so.
func (s *search) checkFaults() string {
	r, f, own := s.result, s.setup.faults(), s.setup.model.Faults
	if f.None() || s.setup.Replay != nil {
		return ""
	}
	can := s.canFail()
	r.NoNodes = f.OfNodes() && !slices.Contains(can, engine.SomeNode)
	r.NoNetwork = f.Partitions > 0 && !slices.Contains(can, engine.SomeNetwork)
	for _, l := range f.AllLinks() {
		if !l.None() && !slices.Contains(can, l.String()) {
			r.NoMessages = append(r.NoMessages, l)
		}
	}
	for _, n := range f.Nodes {
		if !n.None() && !slices.Contains(can, n.String()) {
			r.Absent = append(r.Absent, n)
		}
	}
	has := func(what any, why string) string {
		return fmt.Sprintf("checker.Model.Faults has %v, but %s", what, why)
	}
	switch {
	case r.NoNetwork && own.Partitions > 0:
		return has(own, "fewer than two processes are nodes; start those that may be cut off with the option proc.Node, as in p.Spawn(name, body, proc.Node)")
	case r.NoNodes && own.OfNodes():
		return has(own, "no process is a node; start the nodes with the option proc.Node, as in p.Spawn(name, body, proc.Node)")
	}
	for _, n := range r.Absent {
		if slices.Contains(own.Nodes, n) {
			return has(n, "no node has such a name; correct the pattern, or start the process with the option proc.Node")
		}
	}
	for _, l := range r.NoMessages {
		if slices.Contains(own.AllLinks(), l) {
			return has(l, "no process sends such a message to another one; correct the names of the processes or of the type of the message")
		}
	}
	return ""
}
