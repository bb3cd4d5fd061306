package checker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// checkWithout returns an error if an external event that is to be left out does not exist. A search that was stopped
// may not have come to it.
func (s *search) checkWithout() error {
	r := s.result
	if len(r.Options.Without) == 0 || r.Stop != NotStopped || r.Interleavings == 0 {
		return nil
	}
	known := s.externals()
	for _, name := range r.Options.Without {
		if !slices.Contains(known, name) {
			r.Verdict = Failed
			return fmt.Errorf("model %s: no external event is named %q, so it cannot be left out; %s", r.Model.Name, name, namesOf(known))
		}
	}
	return nil
}

// externals returns the names of the external events that the search has come to, also before it was resumed.
func (s *search) externals() []string {
	var known []string
	if sys := s.First.System; sys != nil {
		known = sys.Externals()
	}
	if c := s.result.Options.Resume; c != nil {
		known = union(c.Externals, known)
	}
	return known
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

// checkDelivery returns an error if a link of the delivery of the model matches nothing that was sent.
func (s *search) checkDelivery() error {
	r := s.result
	if o := &r.Options; o.Delivery != r.Model.Delivery || o.Replay != nil || o.Resume != nil || r.Interleavings == 0 || r.Stop != NotStopped {
		return nil
	}
	for _, l := range s.First.System.Environment().Unrouted() {
		r.Verdict = Failed
		return fmt.Errorf("model %s: checker.Model.Delivery has the link %s, but no such process sends anything to another such one, or an earlier link matches; "+
			"correct the names of the processes", r.Model.Name, l)
	}
	return nil
}

// The names in a Checkpoint of nodes and networks, which can have a fault beside links.
const someNode, someNetwork = "nodes", "network"

// canFail returns the names of everything that can have the faults of the options: nodes, a network, and links that match a
// message. It includes the findings of the search before it was resumed.
func (s *search) canFail() (all []string) {
	if s.First.System == nil {
		return nil
	}
	if s.First.System.HasNodes() {
		all = append(all, someNode)
	}
	if s.First.System.HasNetwork() {
		all = append(all, someNetwork)
	}
	env, f := s.First.System.Environment(), s.result.Options.faults()
	for i, n := range f.Nodes {
		if !n.None() && env.MatchesNode(i) {
			all = append(all, n.String())
		}
	}
	for i, l := range f.AllLinks() {
		if !l.None() && env.MatchesLink(i) {
			all = append(all, l.String())
		}
	}
	if c := s.result.Options.Resume; c != nil {
		all = union(c.CanFail, all)
	}
	return all
}

// checkFaults returns an error if the faults of the model cannot happen: no process is a node, or a link matches no
// message. If only the options ask for them, the result says so.
func (s *search) checkFaults() error {
	r := s.result
	f := r.Options.faults()
	if f.None() || r.Options.Replay != nil || r.Interleavings == 0 {
		return nil
	}
	can := s.canFail()
	r.NoNodes = f.OfNodes() && !slices.Contains(can, someNode)
	r.NoNetwork = f.Partitions > 0 && !slices.Contains(can, someNetwork)
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
	own := r.Model.Faults
	if r.Stop != NotStopped {
		return nil
	}
	if r.NoNetwork && own.Partitions > 0 {
		r.Verdict = Failed
		return fmt.Errorf("model %s: checker.Model.Faults has %v, but fewer than two processes are nodes; start those that may be cut off with the option "+
			"proc.Node, as in p.Spawn(name, body, proc.Node)", r.Model.Name, own)
	}
	if r.NoNodes && own.OfNodes() {
		r.Verdict = Failed
		return fmt.Errorf("model %s: checker.Model.Faults has %v, but no process is a node; start the nodes with the option proc.Node, "+
			"as in p.Spawn(name, body, proc.Node)", r.Model.Name, own)
	}
	for _, n := range r.Absent {
		if slices.Contains(own.Nodes, n) {
			r.Verdict = Failed
			return fmt.Errorf("model %s: checker.Model.Faults has %v, but no node has such a name; correct the pattern, or start the process with "+
				"the option proc.Node", r.Model.Name, n)
		}
	}
	for _, l := range r.NoMessages {
		if slices.Contains(own.AllLinks(), l) {
			r.Verdict = Failed
			return fmt.Errorf("model %s: checker.Model.Faults has %v, but no process sends such a message to another one; "+
				"correct the names of the processes or of the type of the message", r.Model.Name, l)
		}
	}
	return nil
}

// checked adds to the end of a search an error if faults, links or external events that the model or the options name do not exist.
func (s *search) checked(r *Result, err error) (*Result, error) {
	if s.setup.target != nil || s.setup.model.World != nil { // the target property may be a part of the model
		return r, err
	}
	for _, check := range []func() error{s.checkFaults, s.checkDelivery, s.checkWithout} {
		if err == nil {
			err = check()
		}
	}
	return r, err
}
