package chainrepl

// repairing is the change by which HibariDB adds server C after A and B while the chain is in use
// (2.2).
var repairing = &change{by: "repairer", run: variant.repair}

func (v variant) repair(c *client, cl cluster) {
	head, tail, repaired := cl.servers["A"], cl.servers["B"], cl.servers["C"]
	// Updates go to C as well, reads still to B.
	c.call(tail, setNext{repaired})
	if v.does(copying) {
		present := c.call(tail, inspect{})
		c.call(repaired, install{present.revision})
	}
	if v.does(stoppingUpdates) {
		c.call(head, setReadOnly{true})
	}
	if v.does(flushing) {
		c.call(head, flush{}) // then A, B and C have the same
	}
	if v.does(demoting) {
		c.call(tail, setTail{false})
	}
	cl.directory.setTail(c.p, repaired)
	c.call(head, setReadOnly{false})
}
