package liveness

import "slices"

// components returns the number of the strongly connected component of each state, and the members of the
// components that have an edge. It leaves out some states, whose number is 0; nil leaves out none.
func (g *Graph) components(out []bool) (of []int32, members [][]int32) {
	of = make([]int32, len(g.states))
	into, number := g.reversed(), int32(0)
	leavesOut := func(s int32) bool { return s == held || out != nil && out[s] }
	for _, root := range slices.Backward(g.finished(leavesOut)) {
		if of[root] > 0 {
			continue
		}
		number++
		of[root] = number
		found := []int32{root}
		for i := 0; i < len(found); i++ {
			for _, s := range into(found[i]) {
				if of[s] == 0 && !leavesOut(s) {
					of[s] = number
					found = append(found, s)
				}
			}
		}
		if len(found) > 1 || slices.ContainsFunc(g.next(root), func(e edge) bool { return e.to == root && e.by.Alternative != idle }) {
			members = append(members, found)
		}
	}
	return of, members
}

// finished returns the states in the order in which a depth-first search leaves them.
func (g *Graph) finished(leavesOut func(int32) bool) (done []int32) {
	type visit struct {
		state int32
		next  int // the index of the state's edge to follow next
	}
	seen := make([]bool, len(g.states))
	for root := range int32(len(g.states)) {
		var path []visit
		enter := func(s int32) {
			if !leavesOut(s) && !seen[s] {
				seen[s] = true
				path = append(path, visit{state: s})
			}
		}
		for enter(root); len(path) > 0; {
			v := &path[len(path)-1]
			if edges := g.next(v.state); v.next < len(edges) {
				v.next++
				enter(edges[v.next-1].to)
			} else {
				done, path = append(done, v.state), path[:len(path)-1]
			}
		}
	}
	return done
}
