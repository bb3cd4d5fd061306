package sampling

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// windowLength is the number of events of a window.
const windowLength = 5

// windows has the windows of a run: each window is five events in a row. An event is what a program has called in it, if the world
// does not know more of it; otherwise its kind and the actor that it concerns, but no values.
type windows struct {
	recent  [windowLength]uint64
	events  int
	all     []uint64
	history []moments
}

// moments are the moments of a node that have passed in an event, at which a fault could have been.
type moments struct {
	node   uint64 // its name
	window uint64 // before the event; 0 if there was none
	number int32
}

func (w *windows) begin() { w.events, w.all, w.history = 0, w.all[:0], w.history[:0] }

// last returns the window that ends with the last event.
func (w *windows) last() (window uint64, is bool) {
	if w.events < windowLength {
		return 0, false
	}
	return w.all[len(w.all)-1], true
}

// ran adds an event.
func (w *windows) ran(d *draw, e *trace.Event) {
	b := d.state.Behavior()
	if b.Moments > 0 {
		before, _ := w.last()
		w.history = append(w.history, moments{d.names.actor(b.Node, d.state).exact, before, b.Moments})
	}
	if b.Hash == 0 {
		to := e.Actor
		if e.Kind.Is(kind.OfNode) || e.Kind.Is(kind.Arrives) && !e.Kind.Is(kind.Leaves) {
			to = trace.ActorID(e.Object)
		}
		b.Hash = trace.Mix(d.names.actor(to, d.state).family, uint64(e.Kind.Code()))
	}
	w.recent[w.events%windowLength] = b.Hash
	if w.events++; w.events < windowLength {
		return
	}
	var window uint64
	for i := range windowLength {
		window = trace.Mix(window, w.recent[(w.events+i)%windowLength])
	}
	w.all = append(w.all, window)
}

// moment draws when a planned fault of a node comes, from n moments. It takes a preliminary run for what is going to happen.
func (d *draw) moment(node trace.ActorID, n int32) int32 {
	history := d.profile.histories[d.rand.IntN(len(d.profile.histories))]
	name := d.names.actor(node, d.state).exact
	at, sum, place := int32(0), 0.0, d.rand.Int32N(n)
	for _, m := range history {
		if m.node != name {
			continue
		}
		if at+m.number > n {
			break
		}
		weight := float64(m.number) * d.worth(m.window)
		if sum += weight; d.rand.Float64()*sum < weight {
			place = at + d.rand.Int32N(m.number)
		}
		at += m.number
	}
	return place
}

func (d *draw) worth(window uint64) float64 { return 1 / float64(1+d.profile.windows[window]) }
