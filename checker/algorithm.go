package checker

import (
	"strings"

	"github.com/checkmodel/checkmodel/sampling"
)

// Algorithm names a search algorithm.
type Algorithm string

const (
	// Optimal explores one interleaving of each equivalence class: optimal DPOR with wakeup trees.
	Optimal Algorithm = "optimal"
	// Source is source-DPOR: some interleavings end sleep-set blocked. Within a bound on
	// preemptions it backtracks more (backtrack.BPOR), and explores some classes more than once.
	Source Algorithm = "source"
	// Naive explores every interleaving.
	Naive Algorithm = "naive"
	// States visits each state once, with each sleep set, and counts the interleavings that it stands for.
	States Algorithm = "states"
	// Auto executes several searches in turn. It is the default (the empty Algorithm) unless the options or the model ask for
	// something else; see Options.Algorithm. Result.Options has the algorithm that gave the result, and Result.Chosen says why,
	// unless it was the first.
	//
	// With a Bound, Around or Explain, Auto executes the only search that goes with them. Otherwise it begins with at most 2000
	// interleavings by Optimal, up to the first that is cut after MaxEvents. If that does not end the search, it looks for
	// violations by at most 1000 interleavings within the bounds bounding.Tree(0), bounding.Tree(1) and so on, and by 4000 runs
	// of Learn, or as many as Model.Search.Runs says if those are fewer. Then it tries at most 10 000 interleavings by Optimal. If the
	// first search expects a million or more, Auto draws 8000 runs in the third one, and leaves this one out. Each of these four
	// also ends after 2 million events. Then Auto begins again by States, with ReceivePatterns, and with
	// LateDelivery if Delivery is not instant. After 200 000 transitions it compares the number of interleavings that the states
	// stand for with the number of executed ones. Unless the first is lower, the search by States goes on. Otherwise Auto begins
	// again by Optimal. Beside either, Learn goes on: for each two events of that search it executes one, in all, in up to 5 million
	// runs. With AnyDeliveriesRace, several workers of States take turns at other times, which can change who finds a violation.
	// MaxInterleavings applies to each of these searches.
	Auto Algorithm = "auto"
	// RandomWalk and the algorithms after it draw interleavings at random, Options.Runs of them; see package sampling.
	// The enabled actors move with the same probability.
	RandomWalk Algorithm = "random-walk"
	// RAPOS executes independent operations together.
	RAPOS Algorithm = "rapos"
	// POS gives operations random priorities, and draws new ones for the operations that race with an executed one.
	POS Algorithm = "pos"
	// PCT gives random priorities to processes, and lowers some at random. It has a guarantee for bugs
	// of the depth Options.BugDepth, as DPOS and TaPCT have.
	PCT Algorithm = "pct"
	// DPOS is TaPCT with each event a chain of its own.
	DPOS Algorithm = "d-pos"
	// TaPCT is PCT that lowers priorities at events that race.
	TaPCT Algorithm = "tapct"
	// SURW draws the orders of events that race, each with the same probability if all goes well.
	SURW Algorithm = "surw"
	// Visited is RandomWalk with faults that are the more likely, the more often the last events were seen before.
	Visited Algorithm = "visited"
	// Portfolio takes turns by several of these. Options.Runs without an Algorithm uses it.
	Portfolio Algorithm = "portfolio"
	// Learn is Portfolio with runs that are made from earlier ones: from runs that have shown something rare, and, the more
	// often draws repeat themselves, from runs of a new class.
	Learn Algorithm = "learn"
	// Own stands for the strategy in Options.Strategy. Algorithms does not list it.
	Own Algorithm = "own"
)

// Traits describes an algorithm and its combinations with options. Flags, reports, documents and
// checks of options all follow it.
type Traits struct {
	Name  Algorithm
	Title string // in reports
	Doc   string // in the manual
	// ReceivePatterns says that two messages race only where a receive can tell which came first. An algorithm
	// that Merges does so only with Options.ReceivePatterns.
	ReceivePatterns bool
	Parallel        bool // several workers can share the search
	Saves           bool // the search can be saved and resumed
	Explains        bool // the algorithm knows why it explores an interleaving
	Optimal         bool // no interleaving ends sleep-set blocked
	Preemptions     bool // the search can have a bound on preemptions
	Merges          bool // interleavings that lead to one state are explored as one from there
	Guided          bool // the search can begin with a given interleaving, and go on near it

	Draws bool // interleavings are drawn at random; see package sampling
	Deep  bool // there is a guarantee for bugs of the depth Options.BugDepth

	sampling sampling.Strategy // if it Draws
}

// table has all algorithms, the default first.
var table = []Traits{
	{
		Name: Auto, Title: "several searches in turn",
		Doc:             "several of these in turn; the report says which answered, and why",
		ReceivePatterns: true, Parallel: true, Saves: true, Explains: true, Preemptions: true, Guided: true,
	},
	{
		Name: Optimal, Title: "optimal DPOR",
		Doc:             "optimal DPOR: one interleaving of each equivalence class",
		ReceivePatterns: true, Parallel: true, Saves: true, Explains: true, Optimal: true, Guided: true,
	},
	{
		Name: Source, Title: "source-DPOR",
		Doc:         "source-DPOR: no receive patterns, and some interleavings are abandoned",
		Preemptions: true,
	},
	{
		Name: Naive, Title: "naive search of all interleavings",
		Doc:         "every interleaving, for comparison",
		Preemptions: true,
	},
	{
		Name: States, Title: "a stateful search",
		Doc:    "each state once, and the number of interleavings that the states stand for",
		Merges: true, Optimal: true, Saves: true, Parallel: true, ReceivePatterns: true,
	},
	drawing(RandomWalk, sampling.RandomWalk, "a random walk", "at random: any process moves"),
	drawing(RAPOS, sampling.RAPOS, "RAPOS", "at random: independent operations together"),
	drawing(POS, sampling.POS, "POS", "at random: priorities of operations, renewed after races"),
	drawing(PCT, sampling.PCT, "PCT", "at random: priorities of processes, a few lowered"),
	drawing(DPOS, sampling.DPOS, "d-POS", "at random: priorities of events, a few that race lowered"),
	drawing(TaPCT, sampling.TaPCT, "taPCT", "at random: as pct, lowered only by events that race"),
	drawing(SURW, sampling.SURW, "SURW", "at random: uniform over the orders of races, if none waits"),
	drawing(Visited, sampling.Visited, "visited windows", "at random: as random-walk, with more faults after what was often seen"),
	drawing(Portfolio, sampling.Portfolio, "a portfolio of random strategies", "at random: several of these in turn; the default with -runs"),
	drawing(Learn, sampling.Learn, "a portfolio with feedback", "at random: as portfolio, with runs made from earlier ones"),
	{Name: Own, Title: "the strategy in checker.Options", Preemptions: true},
}

// drawing returns the traits of an algorithm that draws interleavings.
func drawing(name Algorithm, s sampling.Strategy, title, doc string) Traits {
	deep := s == sampling.PCT || s == sampling.DPOS || s == sampling.TaPCT || s == sampling.Portfolio || s == sampling.Learn
	return Traits{Name: name, Title: title, Doc: doc, ReceivePatterns: true, Parallel: true, Saves: true, Draws: true, Deep: deep, sampling: s}
}

// Traits returns the traits of the algorithm. If there is no such algorithm, only the name is set.
func (a Algorithm) Traits() Traits {
	if a == "" { // of a replay
		a = Optimal
	}
	for _, t := range table {
		if t.Name == a {
			return t
		}
	}
	return Traits{Name: a, Title: "the algorithm " + string(a)}
}

// Algorithms lists the search algorithms, the default first.
func Algorithms() []Algorithm {
	return having(func(t *Traits) bool { return t.Name != Own })
}

// having returns the algorithms whose traits meet the condition.
func having(has func(*Traits) bool) (names []Algorithm) {
	for i := range table {
		if has(&table[i]) {
			names = append(names, table[i].Name)
		}
	}
	return names
}

// Only names the algorithms whose traits meet the condition, for messages such as "only optimal can be saved". It
// leaves out Auto, which chooses another algorithm, and each algorithm that draws at random.
func Only(has func(*Traits) bool) string {
	text := join(having(func(t *Traits) bool { return has(t) && t.Name != Auto && !t.Draws }), " or ")
	if drawn := having(func(t *Traits) bool { return has(t) && t.Draws }); len(drawn) > 0 {
		text += " or one that draws at random"
	}
	return text
}

func join[T ~string](names []T, separator string) string {
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = string(n)
	}
	return strings.Join(words, separator)
}
