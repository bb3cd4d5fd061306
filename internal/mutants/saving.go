package main

// savingMutants are mistakes in how a search of states is saved and resumed.
var savingMutants = []mutant{
	{
		name: "uses-not-saved", in: "uses.restore",
		old: "*us.of(resource{kind: kind(u.Kind), id: u.ID}) = u.savedUse.restore()", new: "_ = u",
		broken: "a search that is resumed does not know what it took for granted",
	}, {
		name: "cut-not-saved", in: "memo.readPair",
		old: "cut: fixed[24]&cutBit != 0", new: "cut: false",
		broken: "what is below a cut counts at any depth after a search is resumed",
	}, {
		name: "pairs-below-known-stay-open", in: "partner.open",
		old: "s.skip(depth, below); return nil", new: "defer s.skip(depth, below)",
		broken: "a resumed shared search enters pairs that none of its workers explores",
	}, {
		name: "open-pairs-count", in: "memo.closed",
		old: "known-1, c.pairs-1, c.twins-others", new: "known-1, c.pairs, c.twins-others",
		broken: "the pairs on the path of a saved search count twice",
	}, {
		name: "present-path-is-saved", in: "Search.Save",
		old: "c = *t.base", new: "c = *s.position(); c.Shared = true",
		broken: "a shared search is saved with the path of one of its workers",
	}, {
		name: "settled-before-it-is-judged", in: "search.settled",
		old: "s.states.Complete() && s.ended == nil", new: "s.states.Complete()",
		broken: "a search that is stopped while an Eventually is judged is not saved",
	}, {
		name: "judged-in-part-is-saved", in: "search.checkpoint",
		old: "c = s.ended", new: "_ = s.ended",
		broken: "a search that is stopped while an Eventually is judged is saved with a part of that",
	},
}
