package corfu

import (
	"slices"

	"github.com/checkmodel/checkmodel/checker"
)

// method is a way to repair server C.
type method struct {
	name     string
	doc      string
	chains   [3]chain // of epochs 1 to 3
	violates []string // the properties it is known to violate
}

var methods = []method{
	{
		name: "tail",
		doc:  "The repaired server is added at the end of the chain (method 1, section 4.3).",
		chains: [3]chain{
			{{"A", head}, {"B", tail}},
			{{"A", head}, {"B", tail}, {"C", repairAtEnd}},
			{{"A", head}, {"B", middle}, {"C", tail}},
		},
		violates: []string{linearizability},
	},
	{
		name: "head",
		doc:  "The repaired server is added at the start of the chain (method 2, section 4.4).",
		chains: [3]chain{
			{{"A", head}, {"B", tail}},
			{{"C", repairAtEnd}, {"A", head}, {"B", tail}},
			{{"C", head}, {"A", middle}, {"B", tail}},
		},
		violates: []string{consistentPrefix},
	},
	{
		name: "middle-1to2",
		doc:  "The repaired server is added between the two halves of a split server (method 3, section 4.5).",
		chains: [3]chain{
			{{"A", headAndTail}},
			{{"A", logicalHead}, {"C", repairInMiddle}, {"A", logicalTail}},
			{{"A", head}, {"C", tail}},
		},
	},
	{
		name: "middle-2to3",
		doc:  "The repaired server is added between the head and the tail (method 3, section 4.5).",
		chains: [3]chain{
			{{"A", head}, {"B", tail}},
			{{"A", head}, {"C", repairInMiddle}, {"B", tail}},
			{{"A", head}, {"C", middle}, {"B", tail}},
		},
	},
}

// layout returns the layout of an epoch from 1 to 3.
func (m method) layout(e epoch) layout { return layout{e, m.chains[e-1]} }

// servers returns the servers of the cluster, in the order of their names.
func (m method) servers() []server {
	var names []server
	for _, l := range m.chains[2] {
		names = append(names, l.server)
	}
	slices.Sort(names)
	return names
}

// variant is a method together with the refinements of the model (5.2). The
// initial model has none.
type variant struct {
	method          method
	conditionalRead bool // the reader reads again only if it has found a value
	layoutTable     bool // the layout is in a shared table, not in a server
}

// variants returns each method with each combination of the refinements, the
// initial models first.
func variants() []variant {
	var all []variant
	for _, v := range []variant{
		{},
		{conditionalRead: true},
		{layoutTable: true},
		{conditionalRead: true, layoutTable: true},
	} {
		for _, m := range methods {
			v.method = m
			all = append(all, v)
		}
	}
	return all
}

// Models returns the models of all variants.
func Models() []checker.Model {
	var models []checker.Model
	for _, v := range variants() {
		models = append(models, v.model())
	}
	return models
}

func (v variant) model() checker.Model {
	return checker.Model{
		Name:       v.name(),
		Doc:        v.doc(),
		Main:       v.coordinate,
		Properties: properties(),
		Violates:   v.method.violates,
	}
}

func (v variant) name() string {
	name := v.method.name
	if v.conditionalRead {
		name += "+condread"
	}
	if v.layoutTable {
		name += "+table"
	}
	return name
}

func (v variant) doc() string {
	doc := v.method.doc
	if v.conditionalRead {
		doc += " The reader reads again only if it has found a value."
	}
	if v.layoutTable {
		doc += " The layout is in a shared table."
	}
	return doc
}
