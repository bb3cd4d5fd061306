package explain

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

const (
	repeatedPlaces = 5 // maximal number of places in the result of Repetitions
	repeatedOften  = 3 // minimal number of visits to a place
)

// Repetitions returns the operations that the current interleaving repeats most, and the operations that it repeats at
// least half as often.
func Repetitions(p *stage.Player) (list []trace.Repetition) {
	type place struct {
		kind   kind.Kind
		source string
	}
	type visits struct {
		count, first int
		by           map[trace.ActorID]bool
	}
	all := map[place]*visits{}
	var order []place
	w := p.World()
	if len(p.Events()) > 0 && w.Source(1) == "" { // it knows the sources of a recording only
		w = w.Copy(stage.Recorder)
		defer w.Close()
		if err := stage.New(w).Repeat(p.Events(), func(*trace.Event) {}); err != nil {
			return nil
		}
	}
	for i, e := range p.Events() {
		at := place{e.Kind, w.Source(i + 1)}
		if at.source == "" {
			continue
		}
		if all[at] == nil {
			all[at] = &visits{first: i + 1, by: map[trace.ActorID]bool{}}
			order = append(order, at)
		}
		v := all[at]
		v.count++
		v.by[e.Actor] = true
	}
	slices.SortStableFunc(order, func(a, b place) int { return cmp.Compare(all[b].count, all[a].count) })
	for _, at := range order[:min(len(order), repeatedPlaces)] {
		if v := all[at]; v.count >= repeatedOften && 2*v.count >= all[order[0]].count {
			first := w.Request(v.first, &p.Events()[v.first-1])
			r := trace.Repetition{
				Process: first.Process, Processes: len(v.by), Operation: first.Operation, Kind: first.Kind, Source: first.Source, Count: v.count,
			}
			if first.Brief != "" {
				r.Message, r.Brief = first.Message, first.Brief
			}
			list = append(list, r)
		}
	}
	return list
}
