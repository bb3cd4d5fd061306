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
	page, err := page()
	if err != nil {
		return err
	}
	searches, _, _ := strings.Cut(page, aboutRuns)
	return write("benchmarks.md", searches+ratesPart(out, command, time.Now()))
}

// ratesPart returns the part of the page about random runs, with tables of the output of the benchmarks.
func ratesPart(output []byte, command string, date time.Time) string {
	all, about := parse(output)
	exhaustive := 0.0
	for _, m := range all {
		if m.name == "Drawn/optimal" {
			exhaustive = m.of("cpu-ns/interleaving")
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, aboutRuns+`
How many runs a strategy draws, each of 61 events, from its beginning, with the signature of its
class. The last row is optimal DPOR on the same model, which goes on where two interleavings part.
`+"`go -C results run ./bench -runs`"+` writes this part from the output of
`+"`%s`"+` ([rates.txt](rates.txt)),
on %s, %s/%s, %s.

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
CPU time for longer runs. A point of a process is known if an earlier run has come to it; otherwise
code of the model is executed to get there.

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
