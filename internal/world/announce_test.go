package world_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestShownAsWritten: to expose a state and to announce an event are one kind of operation for a
// search, and two for a reader of traces.
func TestShownAsWritten(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		proc.Expose(p, 1)
		proc.Announce(p, 1)
		proc.Expose(p, 1) // the same again is no event
		proc.Announce(p, 1)
	})
	defer sys.Close()
	var shown []string
	for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(nil) {
		e := sys.Step(trace.Step{})
		asked, planned := sys.Executed(sys.Depth()), sys.Planned(&e)
		d := sys.Detailed(&e)
		if asked.Operation != d.Operation || planned.Operation != d.Operation {
			t.Errorf("it is %q in a trace, %q when it was executed, and %q when it is planned", d.Operation, asked.Operation, planned.Operation)
		}
		shown = append(shown, d.Kind+": "+d.Operation)
	}
	want := []string{"expose: expose 1", "announce: announce 1", "announce: announce 1", "exit: end"}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("what is shown (-want +got):\n%s", diff)
	}
}
