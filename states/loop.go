package states

// loops records how often an interleaving has come back to a pair on its own path.
type loops struct {
	met      int
	now      bool // the present interleaving has
	shortest int  // number of events of the shortest loop; 0 if there is none
	before   int  // the value of shortest before the present interleaving
	from     int  // how many events the present interleaving had when it was at this pair first
	found    bool // the present interleaving has a loop that is shorter than all before
}

// meet records that the present interleaving, after the given number of events, has come back to its pair
// after the first from events.
func (l *loops) meet(from, events int) {
	l.met++
	l.now, l.before = true, l.shortest
	if l.shortest == 0 || events-from < l.shortest {
		l.shortest, l.from, l.found = events-from, from, true
	}
}
