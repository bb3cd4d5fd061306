package zookeeper

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
)

// The names of the properties: the kinds of inconsistency of the paper, in its order.
const (
	oneLeader    = "one server leads"
	allDecide    = "all servers lead or follow"
	followLeader = "followers follow the leader"
)

// rules returns the properties that should hold of all living servers in the end.
func rules() []checker.Rule {
	finally := func(name, doc string, holds func([]checker.Exposed[Server]) error) checker.Rule {
		return checker.Finally(checker.Property{Name: name, Doc: doc}, holds).Living()
	}
	return []checker.Rule{
		finally(oneLeader, "In the end, not more than one living server leads.", func(all []checker.Exposed[Server]) error {
			if leaders := leaders(all); len(leaders) > 1 {
				return fmt.Errorf("%v and %v", leaders[0], leaders[1])
			}
			return nil
		}),
		finally(allDecide, "In the end, each living server leads or follows, if a server leads.", func(all []checker.Exposed[Server]) error {
			for _, e := range all {
				if len(leaders(all)) > 0 && role(e.State.Role) == looking {
					return fmt.Errorf("%v, although %v", e.State, leaders(all)[0])
				}
			}
			return nil
		}),
		finally(followLeader, "In the end, each living server that follows does so a server that leads.", func(all []checker.Exposed[Server]) error {
			for _, e := range all {
				if role(e.State.Role) == following && !leads(all, e.State.Leader) {
					return fmt.Errorf("%v, which does not lead", e.State)
				}
			}
			return nil
		}),
	}
}

func leaders(all []checker.Exposed[Server]) (leaders []Server) {
	for _, e := range all {
		if role(e.State.Role) == leading {
			leaders = append(leaders, e.State)
		}
	}
	return leaders
}

func leads(all []checker.Exposed[Server], id int) bool {
	for _, l := range leaders(all) {
		if l.ID == id {
			return true
		}
	}
	return false
}
