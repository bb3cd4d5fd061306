package main

// samplingMutants are changes of how runs are drawn.
var samplingMutants = []mutant{
	{
		name: "strikes-evenly", in: "striking.aim",
		old: "math.Pow(float64(last+1), d.rand.Float64())", new: "math.Ceil(float64(last)*d.rand.Float64())",
		broken: "a crash strikes at early opportunities no more often than at late ones",
	}, {
		name: "strikes-where-nothing-is-lost", in: "onDisk.makes",
		old: "o.changed && op.Kind == trace.FileSync", new: "op.Kind == trace.FileSync",
		broken: "a crash strikes before a sync although nothing has changed since the one before",
	}, {
		name: "strikes-and-waits", in: "aftermath.first",
		old: "p.Op.Kind == trace.Restart || remains(p.Op)", new: "false",
		broken: "a node that has crashed in a rough run is restarted at any time",
	}, {
		name: "recovers-as-others", in: "aftermath.first",
		old: "p.Actor == a.node", new: "false",
		broken: "a node that has crashed in a rough run takes its first steps at any time",
	}, {
		name: "crashes-by-halves", in: "draw.crashes",
		old: "n - 1 - a", new: "a + 1",
		broken: "a node that crashes in a rough run is not restarted although the budget allows it",
	}, {
		name: "strikes-the-first-node", in: "draw.crashes",
		old: "some/max(some, nodes-some*before)", new: "some/max(some, 1+0*(nodes-before))",
		broken: "in rough runs, the first nodes crash more often than others",
	}, {
		name: "strikes-anything-replaced", in: "striking.aim",
		old: "d.profile.replaced > 0 && d.rand.IntN(2) == 0", new: "false",
		broken: "crashes strike where a file is replaced no more often than elsewhere",
	}, {
		name: "arrives-as-others", in: "aftermath.begin",
		old: "d.rand.IntN(2) == 0, d.rand.IntN(2) == 0", new: "false, d.rand.IntN(2) == 0",
		broken: "messages to a node that has crashed arrive at any time",
	}, {
		name: "timers-as-before", in: "aftermath.begin",
		old: "d.rand.IntN(2) == 0, d.rand.IntN(2) == 0", new: "d.rand.IntN(2) == 0, false",
		broken: "after a crash, timers expire as before",
	}, {
		name: "class-of-orders", in: "Order.Class",
		old: "o.joined[o.joinedBefore(j):o.joinedTo[j]]", new: "o.joined[:0]",
		broken: "runs that differ in the order of events which depend on each other are counted as of one class",
	}, {
		name: "joined-stays", in: "Order.reset",
		old: "o.joined[:o.joinedBefore(from)]", new: "o.joined[:len(o.joined)]",
		broken: "the hash of a class depends on the interleaving before",
	}, {
		name: "slow-as-others", in: "pace.of",
		old: "1. / slowness", new: "1. / slowness * slowness",
		broken: "slow links are as fast as others",
	},
}
