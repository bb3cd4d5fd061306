package main

// savingMutants are mistakes in how a search of states is saved and resumed.
var savingMutants = []mutant{
	{
		name: "uses-not-saved", in: "uses.restore",
		old: "*us.of(resource{kind: kind(u.Kind), id: u.ID}) = u.savedUse.restore()", new: "_ = u",
		broken: "a search that is resumed does not know what it took for granted",
	}, {
		name: "wide-not-saved", in: "Search.Resume",
		old: "s.wide, s.transitions = c.Wide, c.Transitions", new: "s.transitions = c.Transitions",
		broken: "a search that is resumed explores steps alone although a process goes on and on",
	}, {
		name: "open-pairs-count-twice", in: "memo.closed",
		old: "known, pairs, twins = known-1, pairs-1, twins-others", new: "known, twins = known-1, twins-others",
		broken: "pairs on the path count again when a search is resumed",
	}, {
		name: "cut-not-saved", in: "memo.readPair",
		old: "cut: fixed[24]&cutBit != 0", new: "cut: false",
		broken: "what is below a cut counts at any depth after a search is resumed",
	}, {
		name: "unfinished-step-not-executed-again", in: "Search.Save",
		old: "f.Tried--", new: "",
		broken: "a step whose interleaving was not completed counts as explored",
	}, {
		name: "numbers-not-saved", in: "Store.Reserve",
		old: "vs.reserved, vs.reservedTypes, vs.typed = reserved, types, len(n.Types)", new: "vs.typed = len(n.Types)",
		broken: "values have other numbers in a search that is resumed, so states have other fingerprints",
	}, {
		name: "first-history-prints-a-turn", in: "histories.atHead",
		old: "h.head.before, h.print = h.print, h.head.print", new: "",
		broken: "the fingerprint of a state depends on which history led to it first",
	},
}
