package spark

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// query is a request to the database.
type query struct {
	Do    action
	Entry entry
}

type action string

const (
	create action = "create" // fails if the key exists
	remove action = "remove"
	load   action = "load"
)

// entry is the record of a worker, a driver or an application. The key of a worker or driver is its ID. The key of an
// application also has the time at which it has registered.
type entry struct {
	Kind      kind
	ID        int
	Second    int
	Supervise bool
}

type kind string

const (
	aWorker       kind = "worker"
	aDriver       kind = "driver"
	anApplication kind = "application"
)

func (e entry) is(other entry) bool {
	return e.Kind == other.Kind && e.ID == other.ID && e.Second == other.Second
}

// result is the answer of the database.
type result struct {
	Exists  bool
	Entries []entry
}

// serve is the process of the database. Entries remain in the order in which they are created.
func serve(p *proc.P) {
	proc.Serve(p, []entry{}, func(all *[]entry, _ proc.PID, q query) result {
		switch q.Do {
		case create:
			if slices.ContainsFunc(*all, q.Entry.is) {
				return result{Exists: true}
			}
			*all = append(slices.Clone(*all), q.Entry)
		case remove:
			*all = slices.DeleteFunc(slices.Clone(*all), q.Entry.is)
		case load:
			return result{Entries: *all}
		}
		return result{}
	})
}
