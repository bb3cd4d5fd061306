package liveness

import "slices"

// components returns the number of the strongly connected component of each state, and the members of the
// components that have an edge. It leaves out some states, whose number is 0; nil leaves out none.
func (g *Graph) components(out []bool) (of []int32, members [][]int32) {
	c := &components{Graph: g, out: out, of: make([]int32, len(g.states)), low: make([]int32, len(g.states))}
	for s := range g.states {
		if c.low[s] == 0 && !c.leavesOut(int32(s)) {
			c.search(int32(s))
		}
	}
	return c.of, c.members
}

// components finds them by a depth-first search.
type components struct {
	*Graph
	out     []bool
	of      []int32 // the number of the component of each state; 0 if it is not known
	low     []int32 // the least visit that each state is known to lead back to; 0 if it was not visited
	visits  int32
	number  int32
	open    []int32 // the visited states whose component is not known, in the order of their visits
	path    []visit
	members [][]int32 // of the components that have an edge
}

// visit is a state on the path of the search.
type visit struct {
	state int32
	when  int32 // the number of the visit
	next  int   // the index of the edge to follow next, of those of the state
	open  int   // how many states were open before
}

func (c *components) search(root int32) {
	c.enter(root)
	for len(c.path) > 0 {
		v := &c.path[len(c.path)-1]
		edges := c.next(v.state)
		if v.next == len(edges) {
			c.leave()
			continue
		}
		to := edges[v.next].to
		v.next++
		switch {
		case to == held || c.of[to] > 0 || c.leavesOut(to):
		case c.low[to] == 0:
			c.enter(to)
		default:
			c.low[v.state] = min(c.low[v.state], c.low[to])
		}
	}
}

func (c *components) leavesOut(s int32) bool { return c.out != nil && c.out[s] }

func (c *components) enter(s int32) {
	c.visits++
	c.low[s] = c.visits
	c.path = append(c.path, visit{state: s, when: c.visits, open: len(c.open)})
	c.open = append(c.open, s)
}

// leave leaves the last state of the path. If that leads back to none before it, it and those that are open since then
// are a component.
func (c *components) leave() {
	v := c.path[len(c.path)-1]
	c.path = c.path[:len(c.path)-1]
	if n := len(c.path); n > 0 {
		before := c.path[n-1].state
		c.low[before] = min(c.low[before], c.low[v.state])
	}
	if c.low[v.state] < v.when {
		return
	}
	members := c.open[v.open:]
	c.number++
	for _, s := range members {
		c.of[s] = c.number
	}
	if len(members) > 1 || slices.ContainsFunc(c.next(v.state), func(e edge) bool { return e.to == v.state }) {
		c.members = append(c.members, slices.Clone(members))
	}
	c.open = c.open[:v.open]
}
