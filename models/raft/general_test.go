package raft

import (
	"fmt"
	"os"
	"runtime/debug"
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
	resends := [][]int(nil)
	if b == raft58a {
		resends = nil
	}
	return variant{name: string(b), setting: setting{nodes: n, timeouts: terms, resends: resends,
		clients: [][]operation{{{value: 1}, {value: read, node: 1}}, {{value: 2, node: 1}}, {{value: 3, node: 2}}}, crashing: crashing, bug: b}, faults: f}
}

func TestGeneral(t *testing.T) {
	if os.Getenv("GENERAL") == "" {
		t.SkipNow()
	}
	debug.SetGCPercent(400)
	if os.Getenv("RATES") != "" {
		rates(t)
		return
	}
	for _, v := range wrong {
		if o := os.Getenv("ONLY"); o != "" && o != v.name {
			continue
		}
		var found []string
		var times []float64
		for seed := range 5 {
			m := general(v.setting.bug).model()
			m.Violates = nil
			begin := time.Now()
			r, err := checker.Check(t.Context(), m, checker.Options{Runs: 30000, Seed: uint64(seed), Workers: 1, StopAtFirst: true, Algorithm: checker.Algorithm(os.Getenv("ALG"))})
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

func rates(t *testing.T) {
	for _, v := range wrong {
		if o := os.Getenv("ONLY"); o != "" && o != v.name {
			continue
		}
		m := general(v.setting.bug).model()
		m.Violates = nil
		begin := time.Now()
		r, err := checker.Check(t.Context(), m, checker.Options{Runs: 20000, Workers: 1, KeepGoing: true})
		if err != nil {
			fmt.Println(v.name, err)
			continue
		}
		fmt.Printf("%s %.1fs, %d of %d, chains %d racy %d beyond %d events %d classes %d\n", v.name, time.Since(begin).Seconds(), r.Violating, r.Interleavings, r.Sample.Chains, r.Sample.Racy, r.Sample.Beyond, r.Sample.Events, r.Sample.Classes)
		for _, a := range r.Sample.Arms {
			fmt.Printf("    %-50s %6.3f %%  new %d\n", a.Name, 100*float64(a.Violating)/float64(a.Runs), a.New*100/a.Runs)
		}
	}
}
