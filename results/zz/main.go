package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/raft"
)

func main() {
	n := flag.Int("seeds", 5, "")
	runs := flag.Int("runs", 100000, "")
	suffix := flag.String("suffix", "-general-3", "")
	alg := flag.String("search", "portfolio", "")
	only := flag.String("only", "", "")
	limit := flag.Duration("limit", 30*time.Second, "")
	flag.Parse()
	for _, m := range raft.General() {
		if !strings.HasSuffix(m.Name, *suffix) || len(m.Violates) == 0 || !strings.Contains(m.Name, *only) {
			continue
		}
		var hits []int
		var times []time.Duration
		props := map[string]int{}
		for seed := range *n {
			ctx, cancel := context.WithTimeout(context.Background(), *limit)
			start := time.Now()
			r, err := checker.Check(ctx, m, checker.Options{Algorithm: checker.Algorithm(*alg), Runs: *runs, Seed: uint64(seed + 1), Workers: 1, TrustModel: true})
			cancel()
			if err != nil {
				fmt.Println(m.Name, err)
				break
			}
			if r.FirstViolation == 0 {
				hits = append(hits, 1<<30)
			} else {
				hits = append(hits, int(r.FirstViolation))
				for _, v := range r.Violations {
					props[v.Property]++
				}
			}
			times = append(times, time.Since(start).Round(time.Millisecond))
		}
		slices.Sort(hits)
		slices.Sort(times)
		fmt.Println(m.Name, hits, times, props)
	}
}
