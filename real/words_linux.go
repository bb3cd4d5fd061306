//go:build amd64 || arm64

package real

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Request implements stage.Words.
func (w *world) Request(_ int, e *trace.Event) trace.Request {
	r := trace.Request{Process: w.column(e), Operation: w.words(&e.Op)}
	if e.Kind == kind.Exit {
		r.Reason = w.ExitReason(e).Text
	}
	return r
}

// column returns the name of the node at which an event happens.
func (w *world) column(e *trace.Event) string {
	if node := w.at(e); node >= 0 {
		return w.nodes[node].Name
	}
	return w.Actor(0).Name
}

// words describes an operation.
func (w *world) words(op *trace.Op) string {
	if op.Kind == kind.Exit {
		return "end"
	}
	switch op.Key {
	case whichNode:
		return "which node has a fault: " + kinds[op.Number].words
	case whichPoint:
		return fmt.Sprintf("where %s has the fault: %s", w.Actor(trace.ActorID(op.Object)).Name, kinds[op.Number].words)
	case whichSync:
		return fmt.Sprintf("whether %s crashes in a sync", w.Actor(trace.ActorID(op.Object)).Name)
	case arrival:
		from, text := w.packet(op)
		return fmt.Sprintf("from %s: %s", from, text)
	case crash:
		return "crash " + w.places[op.Object].crash.Where
	case cut:
		f := w.places[op.Object].cut
		return fmt.Sprintf("cut %s for %s, %s", w.cluster.named(f.Parts), time.Duration(f.Length), f.Where)
	}
	return map[trace.ValueID]string{
		whichParts: "the parts of the network", whichBytes: "which part of the packet is late", whichLength: "how long it lasts", whichWrites: "the writes that survive",
		begin: "begin", start: "start", timer: "wake", restart: "restart", heal: "heal", resume: "go on after a pause",
	}[op.Key]
}

// packet returns where the packet of an operation has come from, and its words.
func (w *world) packet(op *trace.Op) (from, text string) {
	parts := strings.SplitN(w.known.text(op.Value), "\x00", 3)
	from, text = parts[0], parts[1]
	if w.cluster.Decode == nil || parts[2] == "" {
		return from, text
	}
	decoded, err := w.cluster.Decode(Message{from, w.nodes[op.Object].Name, []byte(parts[2])})
	switch {
	case err != nil:
		text += fmt.Sprintf(" (not decoded: %v)", err)
	case decoded != "":
		text = strings.Join(strings.Fields(decoded), " ")
	}
	return from, text
}

// Pending implements stage.Words.
func (w *world) Pending(a trace.ActorID) (trace.Request, bool) {
	for _, p := range w.Enabled(nil) {
		if p.Actor == a {
			e := trace.NewEvent(a, 0, *p.Op)
			return w.Request(0, &e), true
		}
	}
	return trace.Request{}, false
}

// shownAs are the kinds of operations of models that operations of real programs are shown as.
var shownAs = map[trace.ValueID]kind.Kind{
	begin: kind.DecideFaults, whichNode: kind.DecideFaults, whichWrites: kind.DecideSurviving,
	cut: kind.Sever, heal: kind.Heal, crash: kind.Crash, restart: kind.Restart,
}

// Detailed implements stage.Words.
func (w *world) Detailed(e *trace.Event) trace.Entry {
	entry := trace.Entry{Process: w.column(e), Operation: w.words(&e.Op), Kind: e.Op.Kind.String()}
	if k, is := shownAs[e.Key]; is {
		entry.Kind = k.String()
	}
	switch {
	case e.Kind == kind.Exit:
		reason := w.ExitReason(e)
		entry.Result, entry.Violates = reason.Text, reason.Property
	case e.Kind == kind.Choose:
		entry.Result = w.chosen(e)
	case e.Key == arrival:
		entry.With, entry.Message = w.packet(&e.Op)
	case e.Key == start || e.Key == timer || e.Key == resume:
		entry.Result = w.now(e.Result)
	}
	if e.Key == whichWrites || e.Key == crash || e.Key == restart {
		entry.With = entry.Process
	}
	if node := w.at(e); node >= 0 {
		entry.Log = w.places[node].printed[0]
	}
	if w.cluster.Calls {
		entry.Log = slices.Clone(entry.Log)
		for _, c := range w.calls[len(w.calls)-1] {
			entry.Log = append(entry.Log, c.String())
		}
	}
	return entry
}

// chosen describes a choice.
func (w *world) chosen(e *trace.Event) string {
	switch n := e.Alternative; {
	case e.Key == whichPoint:
		return fmt.Sprintf("point %d of %d", n+1, e.Alternatives)
	case e.Key == whichSync:
		return []string{"no", "yes, in the first one from there"}[n]
	case e.Key == whichParts:
		return w.cluster.named(w.cluster.split(int(e.Object)-1, uint64(n)))
	case e.Key == whichBytes:
		return []string{"all of it", "its second half"}[n]
	case e.Key == whichLength:
		return w.cluster.lengths()[n].String()
	case e.Key == whichWrites && n > 1:
		return fmt.Sprintf("some (%d)", n)
	case e.Key == whichWrites:
		return []string{"only the durable ones", "all"}[n]
	case n == 0:
		return "none"
	case e.Object > 0:
		return w.Actor(trace.ActorID(e.Object)).Name
	default:
		return w.nodes[n-1].Name
	}
}

// now returns the time after an event, by its result.
func (w *world) now(id trace.ValueID) string {
	text, _, _ := strings.Cut(w.known.text(id), "\x00")
	return text
}

// Source implements stage.Words.
func (w *world) Source(int) string { return "" }

// ExitReason implements stage.Ends.
func (w *world) ExitReason(e *trace.Event) trace.Reason {
	if e.Value == trace.NoValue {
		return trace.Reason{}
	}
	property, text, _ := strings.Cut(w.known.text(e.Value), "\x00")
	return trace.Reason{Property: property, Text: text}
}

// Blocked implements stage.Ends: a client must not wait for ever.
func (w *world) Blocked() bool { return len(w.cluster.Clients) > 0 && !w.over() }

// Waiting implements stage.Ends.
func (w *world) Waiting() (all []trace.Waiting) {
	for i := range w.places {
		if p := &w.places[i]; p.record.started && !p.ended && !p.record.down && p.exited() == nil {
			all = append(all, trace.Waiting{Process: w.nodes[i].Name, For: "a packet", Kind: "for a packet", Daemon: i < len(w.cluster.Nodes)})
		}
	}
	return all
}

// StillTells implements stage.Ends.
func (w *world) StillTells(trace.EventID) bool { return false }

// Value implements stage.Values.
func (w *world) Value(id trace.ValueID) any { return strings.ReplaceAll(w.known.text(id), "\x00", " ") }

// Content implements stage.Values.
func (w *world) Content(id trace.ValueID) uint64 {
	h := fnv.New64a()
	h.Write([]byte(w.known.text(id)))
	return h.Sum64()
}

// Masked implements stage.Values.
func (w *world) Masked(id trace.ValueID) uint64 { return w.Content(id) }

// ShouldForget implements stage.Forgets.
func (w *world) ShouldForget() bool { return w.known.full() }

// Forget implements stage.Forgets.
func (w *world) Forget(all []trace.World, held []*trace.Event) {
	for _, other := range all {
		other.StepBack(0)
	}
	w.known.forget(held)
}

// Differs implements stage.Explains: it names the first call that differs.
func (w *world) Differs(step int, by trace.ActorID, other trace.World) error {
	var before, now []kernel.Record
	if step <= len(w.calls) {
		before = w.calls[step-1]
	}
	if o, is := other.(*world); is && step <= len(o.calls) {
		now = o.calls[step-1]
	}
	what := "one has fewer calls than the other"
	for i := range min(len(before), len(now)) {
		if before[i] != now[i] {
			what = fmt.Sprintf("first\n  %s\nand then\n  %s", before[i], now[i])
			break
		}
	}
	if slices.Equal(before, now) {
		what = "the calls are the same, but not what is possible or has come of them"
	}
	return fmt.Errorf("the programs are not exactly repeatable: step %d, by %s, does something else when the same schedule is executed again: %s",
		step, w.Actor(by).Name, what)
}
