package testdata

import (
	"maps"
	"slices"
	"sort"

	"github.com/checkmodel/checkmodel/proc"
)

func sorted(p *proc.P, peers map[string]proc.PID) {
	for _, name := range slices.Sorted(maps.Keys(peers)) {
		p.Send(peers[name], "hello")
	}
	copied := maps.Collect(maps.All(peers))
	maps.Insert(copied, maps.All(peers))
}

// Nobody can tell the order of these loops.
func orderless(p *proc.P, votes map[string]int) bool {
	sum, high, seen := 0, 0, false
	double := map[string]int{}
	var names []string
	for name, n := range votes {
		sum += n
		if n > 2 && name != "" {
			high++
		} else {
			seen = true
		}
		twice := 2 * n
		double[name] = min(twice, 9)
		if n == 0 {
			delete(votes, name)
			continue
		}
		names = append(names, name)
	}
	slices.Sort(names)
	p.Send(p.Self(), sum+high+len(names))
	for _, n := range double {
		if n == 3 {
			return true
		}
	}
	return seen
}

// No process calls it.
func free(votes map[string]int) {
	for name := range votes {
		println(name)
	}
}

func allowed(p *proc.P, votes map[string]int) {
	for name := range votes { //checkmodel:allow maporder the lines are only looked at
		p.Logf("%s", name)
	}
}

// Nor that of these: the number of rounds, what is sorted before anything else is done
// with it, the largest, and whether there is one.
func alsoOrderless(p *proc.P, votes map[string]int) {
	for range votes {
		p.Send(p.Self(), "a vote")
	}
	names := slices.Collect(maps.Keys(votes))
	if len(names) > 0 {
		slices.Sort(names)
	}
	numbers := slices.AppendSeq(make([]int, 0, 3), maps.Values(votes))
	sort.Sort(sort.IntSlice(numbers))
	most, every, one := 0, true, false
	for _, n := range votes {
		most = max(most, n)
		every = every && n > 0
	}
	for _, n := range votes {
		if n > 1 {
			one = true
			break
		}
	}
	p.Send(p.Self(), most > 0 && every && one)
}

type box struct {
	size  int
	names []string
}

func parts(p *proc.P, votes map[string]int) {
	var b box
	for name := range votes {
		b.names = append(b.names, name)
	}
	b.size = len(votes)
	slices.Sort(b.names)
	for range maps.Keys(votes) {
		p.Send(p.Self(), b.size)
	}
}
