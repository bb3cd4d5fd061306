package main

// partitionMutants are mistakes in partitions of the network.
var partitionMutants = []mutant{
	{
		name: "stays-cut", in: "Event.Behave",
		old: "b.setLinks(0)", new: "b.setLinks(1)",
		broken: "the network does not heal",
	}, {
		name: "link-of-the-other-direction", in: "behaviour.severed",
		old: "Cell{Severed, int32(b.Expected), home}", new: "Cell{Severed, home, int32(b.Expected)}",
		broken: "a message is lost if the link in the other direction is cut",
	}, {
		name: "plan-crosses-cut", in: "sequence.choose",
		old: "k == trace.SendName || k == trace.Send && s.changed.OnCells()", new: "k == trace.SendName",
		broken: "another alternative of a send is planned as if no link were cut",
	}, {
		name: "nodes-of-any-time", in: "Event.Behave",
		old: "b.read(Cell{Nodes, 0, 0})", new: "b.state(Cell{Nodes, 0, 0})",
		broken: "the order of a partition and the start of a node is not seen",
	}, {
		name: "nodes-start-alone", in: "uses.each",
		old: "e.Kind == trace.Spawn && a.Space != trace.Nodes", new: "e.Kind == trace.Spawn",
		broken: "a search of states does not see that a partition depends on the nodes there are",
	}, {
		name: "late-across-a-cut", in: "late.filter",
		old: "p.Op.Kind == trace.Deliver && p.Op.Expected != 0 && !l.early[to]", new: "false",
		broken: "a message that a partition would lose is put off",
	}, {
		name: "helpers-reach-all", in: "P.spawn",
		old: "world.HomeOf(&p.x)", new: "(*trace.Actor)(nil)",
		broken: "a process that a node has started is not cut off with it, and has an exact clock",
	}, {
		name: "partition-not-undone", in: "undoPartition",
		old: "pop(&n.begun)", new: "_ = n",
		broken: "a partition is not undone",
	}, {
		name: "way-not-in-state", in: "partitions.state",
		old: "state = append(state, int(n.last().alternative))", new: "",
		broken: "states with different partitions are one",
	}, {
		name: "second-partition-forgotten", in: "partitions.state",
		old: "left = int(n.course) - 2*len(n.begun)", new: "left = 0",
		broken: "states with different numbers of partitions to come are one",
	}, {
		name: "cut-off-in-turn", in: "Event.InTurn",
		old: "!e.Ok", new: "false",
		broken: "a reordered message would arrive in its turn over a link that is cut",
	},
}
