package chainrepl

import (
	"slices"

	"github.com/checkmodel/checkmodel/checker"
)

// variant is a chain in use, with a change that happens meanwhile.
type variant struct {
	name     string
	doc      string
	values   []value // one writer for each
	before   chain   // the chain at the beginning
	change   *change // nil if the chain does not change
	after    chain   // the chain in the end
	omits    step    // the step of the change that is omitted, if any
	violates []string
}

var (
	one = []value{"red"}
	two = []value{"red", "blue"}
)

var variants = []variant{
	{
		name:   "steady-one-writer",
		doc:    "A chain of three servers, a writer and a reader.",
		values: one, before: chain{"A", "B", "C"}, after: chain{"A", "B", "C"},
	},
	{
		name:   "steady-two-writers",
		doc:    "A chain of three servers, two writers and a reader.",
		values: two, before: chain{"A", "B", "C"}, after: chain{"A", "B", "C"},
	},
	{
		name:   "repair",
		doc:    "A server is added after a chain of two that is in use (section 2.2).",
		values: one, before: chain{"A", "B"}, change: repairing, after: chain{"A", "B", "C"},
	},
	{
		name:   "repair-two-writers",
		doc:    "The same with two writers.",
		values: two, before: chain{"A", "B"}, change: repairing, after: chain{"A", "B", "C"},
	},
	{
		name:   "repair-no-flush",
		doc:    "The repaired server becomes the tail while updates are on their way to it.",
		values: one, before: chain{"A", "B"}, change: repairing, after: chain{"A", "B", "C"},
		omits: flushing, violates: []string{monotonicReads},
	},
	{
		name:   "repair-no-read-only",
		doc:    "The head accepts updates after the flush.",
		values: one, before: chain{"A", "B"}, change: repairing, after: chain{"A", "B", "C"},
		omits: stoppingUpdates, violates: []string{monotonicReads},
	},
	{
		name:   "repair-no-demote",
		doc:    "The old tail goes on answering reads.",
		values: one, before: chain{"A", "B"}, change: repairing, after: chain{"A", "B", "C"},
		omits: demoting, violates: []string{monotonicReads},
	},
	{
		name:   "repair-no-copy",
		doc:    "The repaired server does not get what was written before the repair.",
		values: one, before: chain{"A", "B"}, change: repairing, after: chain{"A", "B", "C"},
		omits: copying, violates: []string{monotonicReads, durability},
	},
	{
		name:   "crash-head",
		doc:    "The head crashes; clients repeat at the next server what has not been acknowledged.",
		values: one, before: chain{"A", "B", "C"}, change: shortening, after: chain{"B", "C"},
	},
	{
		name:   "crash-head-two-writers",
		doc:    "The same with two writers.",
		values: two, before: chain{"A", "B", "C"}, change: shortening, after: chain{"B", "C"},
	},
	{
		name:   "crash-middle",
		doc:    "The middle server crashes; the head sends its updates again, to the tail.",
		values: one, before: chain{"A", "B", "C"}, change: shortening, after: chain{"A", "C"},
	},
	{
		name:   "crash-middle-two-writers",
		doc:    "The same with two writers.",
		values: two, before: chain{"A", "B", "C"}, change: shortening, after: chain{"A", "C"},
	},
	{
		name:   "crash-tail",
		doc:    "The tail crashes; the server before it acknowledges its updates and answers the reads.",
		values: one, before: chain{"A", "B", "C"}, change: shortening, after: chain{"A", "B"},
	},
	{
		name:   "crash-tail-two-writers",
		doc:    "The same with two writers.",
		values: two, before: chain{"A", "B", "C"}, change: shortening, after: chain{"A", "B"},
	},
	{
		name:   "crash-head-no-dedup",
		doc:    "The new head takes a repeated update for a new one.",
		values: two, before: chain{"A", "B", "C"}, change: shortening, after: chain{"B", "C"},
		omits: deduplicating, violates: []string{appliedOnce},
	},
	{
		name:   "crash-middle-no-resend",
		doc:    "What the middle server has got and not passed on is lost.",
		values: one, before: chain{"A", "B", "C"}, change: shortening, after: chain{"A", "C"},
		omits: resending, violates: []string{updatePropagation},
	},
}

// does reports whether the change includes the step.
func (v variant) does(s step) bool { return v.omits != s }

// victim returns the server that crashes.
func (v variant) victim() server {
	lost := func(s server) bool { return !slices.Contains(v.after, s) }
	return v.before[slices.IndexFunc(v.before, lost)]
}

// bridges reports whether the neighbours of the victim are connected in its place.
func (v variant) bridges() bool {
	ends := []server{v.before.head(), v.before.tail()}
	return len(v.after) < len(v.before) && !slices.Contains(ends, v.victim())
}

// properties returns the properties that the processes assert.
func (v variant) properties() []checker.Property {
	return slices.DeleteFunc(properties(), func(p checker.Property) bool { return p.Name == updatePropagation && !v.bridges() })
}

// Models returns the models of all variants.
func Models() []checker.Model {
	var models []checker.Model
	for _, v := range variants {
		models = append(models, v.model())
	}
	return models
}

func (v variant) model() checker.Model {
	return checker.Model{
		Name:       v.name,
		Doc:        v.doc,
		Main:       v.coordinate,
		Properties: v.properties(),
		Violates:   v.violates,
	}
}
