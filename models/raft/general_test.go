package raft

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
)

func general(b bug) variant {
	n := 3
	if b == raft45 {
		n = 4
	}
	terms := make([][]int, n)
	var crashing []int
	for i := range terms {
		terms[i] = []int{1, 2}
		crashing = append(crashing, i)
	}
	f := torn
	f.Losses, f.Duplicates = 1, 1
	return variant{name: string(b), setting: setting{nodes: n, timeouts: terms, resends: terms,
		clients: [][]operation{{{value: 1}, {value: read, node: 1}}, {{value: 2, node: 1}}, {{value: 3, node: 2}}}, crashing: crashing, bug: b}, faults: f}
}

func TestGeneral(t *testing.T) {
	if os.Getenv("GENERAL") == "" {
		t.SkipNow()
	}
	for _, v := range wrong {
		var found []string
		var times []float64
		for seed := range 5 {
			m := general(v.setting.bug).model()
			m.Violates = nil
			begin := time.Now()
			r, err := checker.Check(t.Context(), m, checker.Options{Runs: 20000, Seed: uint64(seed), Workers: 1, StopAtFirst: true, Algorithm: checker.Algorithm(os.Getenv("ALG"))})
			if err != nil {
				t.Fatal(err)
			}
			d := time.Since(begin).Seconds()
			times = append(times, d)
			what := "-"
			if r.FirstViolation > 0 {
				what = r.Violations[0].Property
				for _, a := range r.Sample.Arms {
					if a.Violating > 0 {
						what += "/" + a.Name
					}
				}
			}
			found = append(found, fmt.Sprintf("%d %.1fs %s ev=%d", r.FirstViolation, d, what, r.Events/max(1,r.Interleavings)))
		}
		slices.Sort(times)
		fmt.Printf("%-24s median %.2fs %q\n", v.name, times[2], found)
	}
}
