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
		name: "strikes-and-waits", in: "striking.choose",
		old: "p.Op.Kind == trace.Restart || remains(p.Op)", new: "false",
		broken: "a node that has crashed in a rough run is restarted at any time",
	}, {
		name: "recovers-as-others", in: "striking.choose",
		old: "p.Actor == r.node && r.quick > 0", new: "false",
		broken: "a node that has crashed in a rough run takes its first steps at any time",
	}, {
		name: "crashes-by-halves", in: "draw.allOrNothing",
		old: "n - 1 - a", new: "a + 1",
		broken: "a node that crashes in a rough run is not restarted although the budget allows it",
	}, {
		name: "slow-as-others", in: "pace.of",
		old: "1. / slowness", new: "1. / slowness * slowness",
		broken: "slow links are as fast as others",
	},
}
