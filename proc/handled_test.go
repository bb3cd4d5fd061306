package proc_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// dispatcher handles each kind of message in another way.
func dispatcher(l lines) func(*proc.P) {
	return func(p *proc.P) {
		for {
			m, ok := proc.ReceiveTimeout[string](p)
			if !ok {
				p.Send(p.Self(), l.mark("timeout"))
				proc.Receive[string](p)
				p.Exit("done")
			}
			switch m {
			case "send":
				p.Send(p.Self(), l.mark(m))
				proc.Receive[string](p)
			case "function":
				handle(p, l)
			case "helper":
				sendTwice(p, l.mark(m))
				proc.Receive[string](p)
				proc.Receive[string](p)
			case "assert":
				p.Assert(true, l.mark(m), "it holds")
			case "log":
				p.Logf("%s", l.mark(m))
				p.Choose(2)
			case "end":
				return
			}
		}
	}
}

func handle(p *proc.P, l lines) { p.Reach(l.mark("function")) }

// TestHandled: a message is handled where its process continues, which may be in another function or
// in a call that is no operation. It is handled nowhere if the process receives again or ends.
func TestHandled(t *testing.T) {
	l := lines{}
	want, got := map[string]string{}, map[string]string{}
	for _, m := range []string{"send", "function", "helper", "assert", "log", "nothing", "end", "timeout"} {
		first := newSystem(func(p *proc.P) {
			server := p.Spawn("server", dispatcher(l), proc.Daemon)
			if m != "timeout" {
				p.Send(server, m)
			}
		})
		sys := first.Recorder()
		for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(nil) {
			e := sys.Step(trace.Step{Actor: enabled[0].Actor})
			if _, known := got[m]; !known && e.Kind == kind.ReceiveTimeout {
				got[m] = sys.Handler(sys.Depth())
			} else if h := sys.Handler(sys.Depth()); e.Kind != kind.ReceiveTimeout && e.Kind != kind.Receive && h != "" {
				t.Errorf("%s: %v is handled at %s", m, e.Kind, h)
			}
		}
		sys.Close()
		first.Close()
		want[m] = l[m]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("handled at (-want +got):\n%s", diff)
	}
	if want["function"] == "" || want["assert"] == "" || want["end"] != "" {
		t.Errorf("the places are %v", want)
	}
}
