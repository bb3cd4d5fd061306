package testdata

import (
	"maps"
	"slices"
	"sort"

	"github.com/checkmodel/checkmodel/proc"
)

func process(p *proc.P, peers map[string]proc.PID, votes map[string]int) {
	for _, peer := range peers { // want `the order of the map peers is another one each time`
		p.Send(peer, "hello")
	}
	for name := range maps.Keys(peers) { // want `maps\.Keys yields another order each time`
		p.Logf("%s", name)
	}
	names := slices.Collect(maps.Keys(peers)) // want `maps\.Keys yields another order each time`
	p.Send(p.Self(), names)
	first := ""
	for name := range votes { // want `the order of the map votes`
		first = name
	}
	p.Send(p.Self(), first)
	p.Send(p.Self(), collect(votes))
	p.Send(p.Self(), anyOf(votes))
}

// A process calls it; nobody sorts what it collects.
func collect(votes map[string]int) []string {
	var names []string
	for name := range votes { // want `the order of the map votes`
		names = append(names, name)
	}
	return names
}

func anyOf(votes map[string]int) int {
	for _, n := range votes { // want `the order of the map votes`
		return n
	}
	return 0
}

// Which names are skipped depends on the order.
func some(p *proc.P, votes map[string]int) {
	left := 2
	taken := map[string]int{}
	for name, n := range votes { // want `the order of the map votes`
		if left > 0 {
			taken[name] = n
		}
		left--
	}
}

func text(p *proc.P, votes map[string]float64) {
	sum := 0.0
	for _, v := range votes { // want `the order of the map votes`
		sum += v
	}
	a, b := 0, 0
	for _, v := range votes { // want `the order of the map votes`
		a, b = b, a+int(v)
	}
}

// What is sorted, but not soon enough, or is found first.
func tooLate(p *proc.P, votes map[string]int) {
	var names []string
	for name := range votes { // want `the order of the map votes`
		names = append(names, name)
	}
	p.Send(p.Self(), names)
	slices.Sort(names)
	others := slices.Collect(maps.Keys(votes)) // want `maps.Keys yields another order`
	p.Send(p.Self(), others[0])
	slices.Sort(others)
	first, second := false, false
	for _, n := range votes { // want `the order of the map votes`
		if n > 2 {
			first = true
			break
		}
		if n > 1 {
			second = true
		}
	}
	last := 0
	for _, n := range votes { // want `the order of the map votes`
		last = max(last-1, n)
	}
	p.Send(p.Self(), first && second && last > 0)
}

func notSorted(p *proc.P, votes map[string]int) {
	names := slices.Collect(maps.Keys(votes)) // want `maps.Keys yields another order`
	p.Send(p.Self(), sort.StringsAreSorted(names))
	for range votes { // want `the order of the map votes`
		votes["another"] = 1
	}
	var last string
	for last = range votes { // want `the order of the map votes`
		if votes[last] > 1 {
			break
		}
	}
	p.Send(p.Self(), last)
}
