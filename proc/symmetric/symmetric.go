// Package symmetric tells a search which processes of a model are alike.
package symmetric

import "fmt"

// Group is a group of processes that are alike: they execute the same function, and whatever one of them does in a state, another
// one would do in its place. A search of states then takes states for one that differ only in which of these processes is
// which. It still counts all interleavings.
//
// Processes has the names of at least two processes, as traces show them. IDs has, for each of them, the value that tells it apart, besides
// its PID; it may be nil. The values are different, also from those of other groups, and of one type of the model's own, such as int with another name. Wherever a value of this
// type is, also in a key of a map, it stands for the process; other values of the type stand for themselves.
//
// The processes, and all that deal with them, compare PIDs and IDs only for equality, and no data has an order of the processes: to
// keep a set of them, use a map. Rules do not name one of them. A process that sends to several of them does so in a turn of a
// proc.Loop; with proc.Instant, it must make no difference in which order. The first process starts all others. A model with symmetric
// processes has no tables, timers, links, monitors, registered names, nodes and external events, and no rule about infinite interleavings.
//
// The search compares some of the states that it takes for one, and how they go on. If that differs, the search ends with an error.
type Group struct {
	Processes []string
	IDs       []any
}

// Numbered returns the group of the n processes that the first process starts under a name. id returns their IDs, in the order in which they
// are started, for 0 to n-1; it may be nil.
func Numbered(name string, n int, id func(i int) any) (g Group) {
	for i := range n {
		if i == 0 {
			g.Processes = append(g.Processes, name)
		} else {
			g.Processes = append(g.Processes, fmt.Sprintf("%s#%d", name, i+1))
		}
		if id != nil {
			g.IDs = append(g.IDs, id(i))
		}
	}
	return g
}
