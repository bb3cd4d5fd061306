package symmetry

import (
	"fmt"
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/proc/symmetric"
)

// Groups are groups of processes that are alike.
type Groups []symmetric.Group

// mostPlaces is how many processes a group may have.
const mostPlaces = 100

// Problem returns what is wrong with the groups, or "".
func (groups Groups) Problem() string {
	named := map[string]bool{identity.FirstProcess: true}
	ids := map[any]bool{}
	for _, g := range groups {
		if n := len(g.Processes); n < 2 || n > mostPlaces {
			return fmt.Sprintf("a group has %d Processes; give 2 to %d", n, mostPlaces)
		}
		for _, name := range g.Processes {
			if named[name] {
				return fmt.Sprintf("process %q is in a group twice, or is the first process, which no other is like; leave it out", name)
			}
			named[name] = true
		}
		if problem := checkIDs(g, ids); problem != "" {
			return problem
		}
	}
	return ""
}

// checkIDs returns what is wrong with the IDs of a group, or "". It adds them to those of other groups.
func checkIDs(g symmetric.Group, ids map[any]bool) string {
	if len(g.IDs) == 0 {
		return ""
	}
	if len(g.IDs) != len(g.Processes) {
		return fmt.Sprintf("a group has %d Processes and %d IDs; give as many, or no IDs", len(g.Processes), len(g.IDs))
	}
	of := reflect.TypeOf(g.IDs[0])
	for _, id := range g.IDs {
		t := reflect.TypeOf(id)
		if t == nil || t.PkgPath() == "" || !t.Comparable() || t != of {
			return fmt.Sprintf("an ID is of type %v; give all IDs of a group one type that the model declares and that has ==", t)
		}
		if ids[id] {
			return fmt.Sprintf("%v is the ID of two processes; give each its own", id)
		}
		ids[id] = true
	}
	return ""
}

// Search has the properties of a search, and of its model, on which an exchange of processes depends.
type Search struct {
	States               bool // it visits states
	Graph                bool // a rule is about infinite interleavings, or about all that can follow
	View, Within, Claims bool // the model has these
	Faults, Ties, Exact  bool // there are faults; receives tell which messages race; whole states are compared
}

// In returns the groups if the search exchanges their processes. Otherwise why is the reason, "" if no search would do so.
func (groups Groups) In(s Search) (_ Groups, why string) {
	if len(groups) == 0 || !s.States {
		return nil, ""
	}
	for _, reason := range []struct {
		holds bool
		text  string
	}{
		{s.Graph, "a rule about infinite interleavings, or about what can follow, is judged by a graph of states, in which each state is itself"},
		{s.View, "the View of the model may tell the processes apart"},
		{s.Within, "the Within of the model may tell the processes apart"},
		{s.Claims, "the claims of the model that messages commute may tell the processes apart"},
		{s.Faults, "faults belong to nodes and links of certain names"},
		{s.Ties, "it is not known which messages race after an exchange"},
		{s.Exact, "an exchange is found by fingerprints, not by whole states"},
	} {
		if reason.holds {
			return nil, reason.text
		}
	}
	return groups, ""
}
