package trace

// scan looks for races of event j, latest earlier event first, so that what is
// ordered through a later event is not reported again.
func (o *Order) scan(j int, e *Event) {
	c := o.clock(j)
	o.candidates(e, c)
	ordered := 0 // how many in a row are before e anyhow
	for i := o.latest(); i >= 0; i = o.latest() {
		f := &o.events[i]
		if i <= c[f.Actor] {
			if ordered++; ordered == manyOrdered {
				o.skip(c)
				ordered = 0
			}
			continue
		}
		ordered = 0
		d := o.Relation.Dependent(f, e, o)
		if d == Independent {
			continue
		}
		if d != Irreversible {
			o.races = append(o.races, Race{i, int32(j), d == Observed})
		}
		o.join(c, int(i))
	}
}

// manyOrdered is so many that it is time to look where there is something else:
// the cost of a scan must not grow with what lies far back.
const manyOrdered = 16

// list is what is left of an index for a scan.
type list struct {
	at []int32
	of *index // nil if it is not worth while to skip what is ordered
}

// candidates sets lists to those that hold all events which may depend on e, but
// for some of those that the clock orders.
func (o *Order) candidates(e *Event, c []int32) {
	o.lists = o.lists[:0]
	switch {
	case e.Delivers():
		o.look(&o.mailbox[e.To])
	case e.Kind == ReceiveTimeout:
		o.look(&o.mailbox[e.Actor])
	}
	if e.Table != NoTable {
		o.look(&o.onTables[e.Table])
	}
	if len(e.Accesses) > 0 {
		o.look(&o.onCells)
	}
	if e.Fatal != NoActor {
		o.lists = append(o.lists, list{at: o.before(e.Fatal, c)})
	}
}

func (o *Order) look(x *index) { o.lists = append(o.lists, list{x.at, x}) }

// before returns the events of the actor that have been scanned and that the clock
// does not order.
func (o *Order) before(a ActorID, c []int32) []int32 {
	of := o.ofActor[a]
	return of[count(of, c[a]+1):count(of, int32(o.scanned))]
}

// latest takes the highest position out of lists, or returns -1.
func (o *Order) latest() int32 {
	if len(o.lists) != 1 {
		return o.latestOfSeveral()
	}
	l := &o.lists[0] // nearly always
	n := len(l.at) - 1
	if n < 0 {
		return -1
	}
	last := l.at[n]
	l.at = l.at[:n]
	return last
}

func (o *Order) latestOfSeveral() int32 {
	last := int32(-1)
	for _, l := range o.lists {
		if n := len(l.at); n > 0 {
			last = max(last, l.at[n-1])
		}
	}
	for k := range o.lists { // it may be in several
		l := &o.lists[k]
		if n := len(l.at); n > 0 && l.at[n-1] == last {
			l.at = l.at[:n-1]
		}
	}
	return last
}

// skip takes the last positions out of lists, up to one that the clock does not
// order.
func (o *Order) skip(c []int32) {
	for k := range o.lists {
		if l := &o.lists[k]; l.of != nil && len(l.at) > 0 {
			l.at = l.at[:l.of.unordered(o.events, len(l.at), c)]
		}
	}
}
