package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// shiviz writes the events that led to a violation as a log with vector clocks, in the default
// format of the visualizer ShiViz: for each event a line with the process and its clock, and a line
// with the event. It returns the first error of w, or an error if the log would be too large.
func (t Text) shiviz(w io.Writer, v *Violation) error {
	processes := map[string]bool{}
	for i := range v.Trace {
		processes[v.Trace[i].Process] = true
	}
	if len(v.Trace)*len(processes) > maxClocks {
		return fmt.Errorf("the clocks of %d processes at %d events are too many for ShiViz; use another format", len(processes), len(v.Trace))
	}
	var b bytes.Buffer
	clocks := make([]map[string]int, len(v.Trace))
	had := map[string]int{}
	for i := range v.Trace {
		e := &v.Trace[i]
		clock := map[string]int{}
		for _, before := range e.After {
			for host, n := range clocks[before-1] {
				clock[host] = max(clock[host], n)
			}
		}
		host := shivizHost(e.Process)
		had[host]++
		clock[host] = had[host]
		clocks[i] = clock
		text, err := json.Marshal(clock) // with sorted keys
		if err != nil {
			return err
		}
		what := clean(outcome(e))
		if place := t.eventPlace(e); place != "" {
			what += "  (" + place + ")"
		}
		fmt.Fprintf(&b, "%s %s\n%s\n", host, text, what)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// maxClocks is the maximal number of clock entries in a log: each event has one for each process.
const maxClocks = 20_000_000

// shivizHost returns the name of a process without white space, which would end it.
func shivizHost(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, clean(name))
}
