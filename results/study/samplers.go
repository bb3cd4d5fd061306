package main

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
)

// samplerRow is a row of tables 1 to 5 of the paper.
type samplerRow struct {
	table    int
	strategy checker.Algorithm
	depth    int    // 0 if the strategy has no guarantee
	figures  string // of the paper: classes, violating runs and, for ZooKeeper, these by type; "" if it has none
}

// samplerRuns is how many runs a row is about.
const samplerRuns = 1_000

// samplerHeader returns the names of the columns that all these tables begin with.
func samplerHeader(violating string) []string {
	return []string{"Table", "Sampler", "d", "classes", violating}
}

// cells returns the first cells of the row, for what its draws have found.
func (r samplerRow) cells(d *drawn, violating int) []string {
	return []string{fmt.Sprint(r.table), titled(r.strategy), depthCell(r.depth), fmt.Sprint(d.Classes), fmt.Sprint(violating)}
}

func depthCell(depth int) string {
	if depth == 0 {
		return ""
	}
	return fmt.Sprint(depth)
}
