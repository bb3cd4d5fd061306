package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

type (
	read    struct{ From proc.PID }
	fetch   struct{ From proc.PID }
	write   struct{ From, Value int }
	written struct {
		From, Value int
		Why         string
	}
	hello struct{ From proc.PID }
	wipe  struct{}
	ack   struct{}
)

// edits are the differences of a version of the model of two clients that increment a counter on a
// server.
type edits struct {
	announced  bool // a client announces that it writes
	logged     bool // and tells another process
	greeted    bool // it says hello to the server first
	welcomed   bool // which answers
	confirmed  bool // and it does so when it has written
	renamed    bool // messages are of other types
	first      bool // another process comes first
	last       bool // or last
	choices    int  // how often a client may start
	late       bool // a client receives what main sends it before it begins
	cautious   bool // a client then clears the counter, so that no update can be lost
	mended     bool // the server ignores the order
	withoutEnd bool // it does not say that it has ended
}

func (e edits) model() checker.Model {
	return checker.Model{Name: "versions", Main: func(p *proc.P) {
		self := p.Self()
		if e.first {
			p.Spawn("observer", func(p *proc.P) { p.Choose(2); p.Choose(2) })
		}
		var logger proc.PID
		if e.logged {
			logger = p.Spawn("logger", func(p *proc.P) {
				for {
					p.Receive()
				}
			}, proc.Daemon)
		}
		server := p.Spawn("server", e.server, proc.Daemon)
		for n := range 2 {
			client := p.Spawn("client", func(p *proc.P) { e.client(p, n, server, logger, self) })
			if e.late {
				p.Send(client, "go")
			}
		}
		if e.last {
			p.Spawn("auditor", func(p *proc.P) { p.Send(server, read{p.Self()}); proc.Receive[int](p) })
		}
		if !e.withoutEnd {
			proc.Receive[ack](p)
			proc.Receive[ack](p)
		}
	}}
}

// server loses an update only if the first client writes last what it has read before the
// second one has written.
func (e edits) server(p *proc.P) {
	value := 0
	put := func(from, v int) {
		p.Assert(from != 0 || v > value || e.mended, "no lost update", "%d is written over %d", v, value)
		value = v
	}
	for {
		switch m := p.Receive().(type) {
		case read:
			p.Send(m.From, value)
		case fetch:
			p.Send(m.From, value)
		case write:
			put(m.From, m.Value)
		case written:
			put(m.From, m.Value)
		case hello:
			if e.welcomed {
				p.Send(m.From, "welcome")
			}
		case wipe:
			value = -1
		case ack:
			if e.confirmed {
				p.Send(proc.Receive[hello](p).From, "confirmed")
			}
		}
	}
}

func (e edits) client(p *proc.P, n int, server, logger, parent proc.PID) {
	if e.late {
		proc.Receive[string](p)
	}
	if e.choices > 1 {
		p.Choose(e.choices)
	}
	if e.greeted {
		p.Send(server, hello{p.Self()})
	}
	if e.welcomed {
		proc.Receive[string](p)
	}
	if e.renamed {
		p.Send(server, fetch{p.Self()})
	} else {
		p.Send(server, read{p.Self()})
	}
	value := proc.Receive[int](p)
	if e.announced {
		proc.Announce(p, "write")
	}
	if e.logged {
		p.Send(logger, value)
	}
	if e.renamed {
		p.Send(server, written{From: n, Value: value + 1, Why: "renamed"})
	} else {
		p.Send(server, write{n, value + 1})
	}
	if e.cautious {
		p.Send(server, wipe{})
	}
	if e.confirmed {
		p.Send(server, ack{})
		p.Send(server, hello{p.Self()})
		proc.Receive[string](p)
	}
	if !e.withoutEnd {
		p.Send(parent, ack{})
	}
}

// violation returns a violation of the version, with the events of its steps.
func (e edits) violation(t *testing.T) (*checker.Violation, []string) {
	t.Helper()
	r, err := checker.Check(t.Context(), e.model(), checker.Options{})
	if err != nil || len(r.Violations) == 0 {
		t.Fatalf("%+v: nothing is found: %+v, %v", e, r, err)
	}
	v := r.Violations[0]
	var events []string
	for _, entry := range v.Trace.Entries {
		events = append(events, entry.Event())
	}
	return v, events
}

// TestReplayAfterEdit: a schedule of one version finds the violation in another one that differs in
// an operation, a message or a process without effect on the violation. The first interleaving of a
// search does not show it.
func TestReplayAfterEdit(t *testing.T) {
	both := func(e edits) [2]edits { return [2]edits{{}, e} }
	for name, versions := range map[string][2]edits{
		"operation":             both(edits{announced: true}),
		"message elsewhere":     both(edits{logged: true}),
		"message":               both(edits{greeted: true}),
		"message with answer":   both(edits{greeted: true, welcomed: true}),
		"confirmation":          both(edits{confirmed: true, announced: true}),
		"renamed":               both(edits{renamed: true}),
		"renamed at the end":    {{cautious: true}, {cautious: true, renamed: true}},
		"renamed and more":      both(edits{renamed: true, announced: true, greeted: true}),
		"process first":         both(edits{first: true}),
		"process last":          both(edits{last: true, announced: true}),
		"choice":                both(edits{choices: 2}),
		"message from main":     both(edits{late: true}),
		"less at the end":       both(edits{withoutEnd: true, announced: true}),
		"many":                  both(edits{announced: true, logged: true, greeted: true, renamed: true, first: true, choices: 2}),
		"another choice":        {{choices: 2}, {choices: 3}},
		"greeted and confirmed": {{greeted: true, welcomed: true}, {confirmed: true}},
	} {
		for way, change := range map[string][2]edits{"more": versions, "less": {versions[1], versions[0]}} {
			v, events := change[0].violation(t)
			m := change[1].model()
			if r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), MaxInterleavings: 1}); err != nil || r.Violating > 0 {
				t.Fatalf("%s, %s: the first interleaving violates it, or %v", name, way, err)
			}
			r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Replay: v.Steps, ReplayEvents: events})
			if err != nil || len(r.Violations) == 0 || r.Violations[0].Property != "no lost update" {
				t.Errorf("%s, %s: the replay is %s, %v; skipped: %v", name, way, r.Verdict, err, r.Skipped)
				for _, e := range r.Replayed.Entries {
					t.Log(e)
				}
			}
			if len(r.Skipped)+r.Unplanned == 0 {
				t.Errorf("%s, %s: the schedule is said to fit", name, way)
			}
		}
	}
}

// TestReplayOfTheSame: a model that has not changed fits.
func TestReplayOfTheSame(t *testing.T) {
	for _, e := range []edits{{}, {announced: true, logged: true, greeted: true, welcomed: true, confirmed: true, choices: 3, late: true}} {
		v, events := e.violation(t)
		r, err := checker.Check(t.Context(), e.model(), checker.Options{Replay: v.Steps, ReplayEvents: events})
		if err != nil || r.Violating == 0 || len(r.Skipped)+r.Unplanned > 0 {
			t.Errorf("the replay is %s, %v; %d unplanned, skipped: %v", r.Verdict, err, r.Unplanned, r.Skipped)
		}
	}
}

// TestReplayOfMended: a schedule still fits if only the violation no longer happens.
func TestReplayOfMended(t *testing.T) {
	v, events := edits{}.violation(t)
	r, err := checker.Check(t.Context(), edits{mended: true}.model(), checker.Options{Replay: v.Steps, ReplayEvents: events})
	if err != nil || r.Violating > 0 || len(r.Skipped)+r.Unplanned > 0 {
		t.Errorf("the replay is %s, %v; %d unplanned, skipped: %v", r.Verdict, err, r.Unplanned, r.Skipped)
	}
}
