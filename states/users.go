package states

import "github.com/checkmodel/checkmodel/trace"

// users says which actors use something: 0 is none, many is several, and any other number is the only one plus 1.
type users int32

const many users = -1

func only(a trace.ActorID) users { return users(a) + 1 }

// add adds an actor, or with NoActor several. It reports whether that was not known.
func (u *users) add(a trace.ActorID) bool {
	was := *u
	switch {
	case a == trace.NoActor || was != 0 && was != only(a):
		*u = many
	default:
		*u = only(a)
	}
	return *u != was
}

// within reports whether no actor but a is among the users. With NoActor, there must be none.
func (u users) within(a trace.ActorID) bool { return u == 0 || u == only(a) }

// conflict reports whether some user in u differs from some user in v.
func (u users) conflict(v users) bool { return u != 0 && v != 0 && (u == many || u != v) }
