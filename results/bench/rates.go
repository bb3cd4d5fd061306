package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// measureRates runs the benchmarks of random runs and writes their output and the table.
func measureRates(count int) error {
	command, out, err := measured(count, "-bench", "Drawn")
	if err != nil {
		return err
	}
	if err := write("rates.txt", string(out)); err != nil {
		return err
	}
	return write("rates.md", ratesPage(out, command, time.Now()))
}

// ratesPage returns a page with tables of the output of the benchmarks.
func ratesPage(output []byte, command string, date time.Time) string {
	all, about := parse(output)
	exhaustive := 0.0
	for _, m := range all {
		if m.name == "Drawn/optimal" {
			exhaustive = m.of("cpu-ns/interleaving")
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# Rates of random runs

How many runs a strategy draws, with one worker. Written by

    go run ./results/bench -runs

from the output of `+"`%s`"+`
(rates.txt; medians are shown), on %s, %s/%s, %s.
Where a machine is shared, figures by CPU time say more than those by the clock.

Runs of 61 events, each from its beginning, with the signature of its class. The last row is
optimal DPOR on the same model, which goes on where two interleavings part.

| Strategy | runs per CPU second | per second | µs per event | times optimal DPOR |
|---|--:|--:|--:|--:|
`, command, date.UTC().Format(time.DateOnly), about["goos"], about["goarch"], cmp.Or(about["cpu"], "processor not known"))
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, "Drawn/"); ok {
			ns := max(1, m.of("cpu-ns/interleaving"))
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.2f | %.2f |\n", name, perCPUSecond(m), m.of("interleavings/s"),
				ns/1000/max(1, m.of("events/interleaving")), exhaustive/ns)
		}
	}
	b.WriteString(`
## Longer runs

CPU time for a run of so many events. A point of a process is known if an earlier run has come
to it. Otherwise code of the model is executed to get there: in the second program, for more
and more points of longer runs, and nearly all from 240 events on.

| Points | Strategy | Events | µs per run | for each event |
|---|---|--:|--:|--:|
`)
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, "DrawnGrowth/"); ok {
			f := strings.Split(name, "/")
			µs, events := m.of("cpu-ns/interleaving")/1000, m.of("events/interleaving")
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.0f | %.2f |\n", f[0], f[1], events, µs, µs/max(1, events))
		}
	}
	return b.String()
}
