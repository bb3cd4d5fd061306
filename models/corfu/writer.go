package corfu

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// writer returns a process that writes a value to the key.
func writer(cl cluster, v value) func(*proc.P) {
	return func(p *proc.P) {
		w := writing{client: newClient(p, cl), value: v}
		p.Send(cl.coordinator, writerDone{p.Self(), w.persist(w.down)})
	}
}

// writing is a write in progress. If the layout changes, it continues with the links of the new
// layout that are not done.
type writing struct {
	*client
	value value
	done  []link // have the value
}

// down writes to the links of the chain, from head to tail.
func (w *writing) down() result {
	for _, l := range w.layout.chain {
		if w.covered(l) {
			continue
		}
		if r := w.writeTo(l); r.status != accepted {
			return r
		}
		w.done = append(w.done, l)
	}
	return result{status: accepted}
}

// covered reports whether the link is done. A server is done in all its roles at
// once, except that the logical tail must always be written to by itself.
func (w *writing) covered(l link) bool {
	return slices.ContainsFunc(w.done, func(d link) bool {
		return d == l || d.server == l.server && l.role != logicalTail
	})
}

// writeTo writes to one link. If that has a value already, the write has failed if no link is done
// yet: another value was first. Later the link may have the same value, from the repairer or from a
// write to another role of the server.
func (w *writing) writeTo(l link) result {
	if l.role == repairInMiddle {
		return w.ask(l.server, overwrite{w.layout.epoch, w.value})
	}
	r := w.ask(l.server, write{w.layout.epoch, l.role, w.value})
	if r.status != alreadyWritten || len(w.done) == 0 {
		return r
	}
	switch present := w.ask(l.server, read{w.layout.epoch, l.role}); {
	case present.rejected():
		return present
	case present == result{found, w.value}:
		return result{status: accepted}
	}
	return r
}
