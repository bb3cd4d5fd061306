package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// comparison matches the events of a minimized trace with the events of the original. An event is the same if its
// process does the same with the same result. References may be other ones, because earlier events were left out.
type comparison struct {
	small, large []trace.Entry
	unnamed      *strings.Replacer // of references
	// same holds, for each event of the small trace, the number of its event in the large one, 0 if there is none;
	// back the same in the other direction.
	Same, Back []int
}

// Compare compares two traces.
func Compare(small, large []trace.Entry) *comparison {
	c := &comparison{small: small, large: large, Same: make([]int, len(small)), Back: make([]int, len(large)), unnamed: withoutReferences(small, large)}
	of := byProcess(large)
	for process, here := range byProcess(small) {
		there := of[process]
		for _, p := range common(c.deeds(small, here), c.deeds(large, there)) {
			i, j := here[p[0]], there[p[1]]
			c.Same[i], c.Back[j] = j+1, i+1
		}
	}
	return c
}

// byProcess returns the indices of the events of each process.
func byProcess(entries []trace.Entry) map[string][]int {
	all := map[string][]int{}
	for i := range entries {
		all[entries[i].Process] = append(all[entries[i].Process], i)
	}
	return all
}

// withoutReferences returns a replacer that puts the same word in the place of every reference of the traces.
func withoutReferences(traces ...[]trace.Entry) *strings.Replacer {
	var names []string
	for _, entries := range traces {
		for i := range entries {
			e := &entries[i]
			names = append(append(names, e.Request, e.Reply), e.Refs...)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) }) // ref 12 before ref 1
	var pairs []string
	for _, name := range slices.Compact(names) {
		if name != "" {
			pairs = append(pairs, name, "ref")
		}
	}
	return strings.NewReplacer(pairs...)
}

// deeds returns the operations and results of the events.
func (c *comparison) deeds(entries []trace.Entry, events []int) []string {
	var all []string
	for _, i := range events {
		all = append(all, entries[i].Kind+"\x00"+c.unnamed.Replace(Outcome(&entries[i])))
	}
	return all
}

// maxCommon is the largest product of the lengths of two lists that are compared, without their common beginnings and ends.
const maxCommon = 1 << 22

// common returns the pairs of indices of a longest common subsequence of two lists. If their middle parts are too long,
// it has only the common beginning and end.
func common(a, b []string) (pairs [][2]int) {
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		pairs = append(pairs, [2]int{start, start})
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for _, p := range longest(a[start:len(a)-end], b[start:len(b)-end]) {
		pairs = append(pairs, [2]int{start + p[0], start + p[1]})
	}
	for i := end; i > 0; i-- {
		pairs = append(pairs, [2]int{len(a) - i, len(b) - i})
	}
	return pairs
}

// longest is common for the middle parts of two lists.
func longest(a, b []string) (pairs [][2]int) {
	if len(a)*len(b) > maxCommon {
		return nil
	}
	length := make([][]int32, len(a)+1) // of the longest common subsequence of the rests
	for i := range length {
		length[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if length[i][j] = max(length[i+1][j], length[i][j+1]); a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// Removal are events of the other trace that a minimized one has not, in one place.
type Removal struct {
	After             int // the number of the event before them in the minimized trace, 0 for its beginning
	First             int // the number of the first of them in the other trace
	Events, Externals int
}

// Removed returns the events that the small trace lacks, by the places in it. Events of the large trace between two
// common events are removed after the first.
func (c *comparison) Removed() (all []Removal) {
	at := map[int]int{} // indices in all
	after := 0
	for j := range c.large {
		if c.Back[j] > 0 {
			after = c.Back[j]
			continue
		}
		k, ok := at[after]
		if !ok {
			k = len(all)
			at[after] = k
			all = append(all, Removal{After: after, First: j + 1})
		}
		all[k].Events++
		if c.large[j].External != "" {
			all[k].Externals++
		}
	}
	slices.SortFunc(all, func(a, b Removal) int { return cmp.Compare(a.After, b.After) })
	return all
}

// String says how many there are.
func (r Removal) String() string {
	if r.Externals > 0 {
		return fmt.Sprintf("%s removed, %d external", prose.Plural(r.Events, "event"), r.Externals)
	}
	return prose.Plural(r.Events, "event") + " removed"
}
