package sampled

import "github.com/checkmodel/checkmodel/checker"

// Models returns the programs: Example 2.2 with 2 to 20 messages, Example 2.3, and the micro-benchmark with the lengths and
// shares of figures 5 and 6. Each has one bug.
func Models() []checker.Model {
	var all []checker.Model
	for n := 2; n <= 20; n++ {
		all = append(all, Distant(n), DistantHandled(n))
	}
	all = append(all, Between())
	for depth := 2; depth <= 3; depth++ {
		for length := depth - 1; length <= depth+3; length++ {
			all = append(all, Chains(depth, length, 3))
		}
		for _, others := range []int{0, 1, 9} {
			all = append(all, Chains(depth, depth, others))
		}
	}
	return all
}
