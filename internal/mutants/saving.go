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
	},
}
