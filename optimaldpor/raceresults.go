package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/trace"
)

// raceResults remembers the results of the races of the last interleaving. Two interleavings mostly share a long beginning, and
// with it most races. If the same events do not happen after the first event of such a race, its wakeup sequence is the same
// again. It need not be built then: it is asleep again, or the tree covers it, or the bound does not admit it again.
//
// This holds as long as the path does not change up to the branch beside which the sequence is inserted. The sleepers
// there stay the same then. To the right of the branch there are only more branches than before, and nothing there is
// finished. So an explorer forgets all results when it leaves a task, whose tree may be discarded.
//
// The sequence in which an event comes before an event that prevents it leaves out more. It is the same if, besides, the same events
// happen after the events that it leaves out. The event itself may have been at another position: an event that prevents it later
// happens after the first event, as an Await finds all changes of a row by the same name.
type raceResults struct {
	results   []result     // of the first races
	prevented []prevention // by the position of the event that prevents another
	rests     []rest       // by the position of an event
	round     int
}

// prevention holds the results of the sequences in which other events come before the event at a position.
type prevention struct {
	results map[trace.EventID]result
	round   int // the last round in which they were asked for
}

// result records the result of planning a sequence: of a race, or of an event that another one prevents.
type result struct {
	known      bool       // of a race
	impossible bool       // whether the second event cannot come before the first one
	cut        int        // whether the bound does not admit the sequence
	noted      *insertion // a copy of the sequence, if it belongs outside of the tree of a task
	round      int        // when this was known last, if the first event prevents the second one
}

// rest is the events that do not happen after one.
type rest struct {
	events []*trace.Event // copies
	round  int            // when they were set
	same   bool           // whether they were the same in the round before
}

// begin begins the next round, with an interleaving whose first races, as many as given, belong to the previous interleaving.
func (u *raceResults) begin(races int) {
	u.results = u.results[:min(races, len(u.results))]
	u.round++
}

// set sets the result of the race at the given place. The results of all earlier races must be set.
func (u *raceResults) set(place int, r result) {
	u.results = turns.Grown(u.results, place+1)
	u.results[place] = r
}

// forget forgets all results.
func (u *raceResults) forget() { u.results, u.prevented = u.results[:0], u.prevented[:0] }
