package chainrepl

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const (
	monotonicReads    = "monotonic reads"
	durability        = "durability"
	chainOrder        = "chain order"
	appliedOnce       = "applied once"
	updatePropagation = "update propagation"
)

// properties lists the properties that the coordinator checks and, as the last one, the property
// that the master checks after a crash in the middle.
func properties() []checker.Property {
	return []checker.Property{
		{Name: monotonicReads, Doc: "The second read finds what the first one found, or something newer."},
		{Name: durability, Doc: "In the end the tail has every update that was acknowledged, or a newer one."},
		{Name: chainOrder, Doc: "In the end no server has something newer than the one before it in the chain."},
		{Name: appliedOnce, Doc: "There are not more updates than clients have asked for."},
		{Name: updatePropagation, Doc: "What the head has before a flush, the tail has after it."},
	}
}

// outcome holds the coordinator's observations in the end.
type outcome struct {
	updates []result // of the writers
	reads   readerDone
	chain   []holding // along the final chain
}

// holding is the state of a server in the end.
type holding struct {
	server   server
	revision revision
}

func (h holding) String() string { return fmt.Sprintf("%s: %v", h.server, h.revision) }

// judge ends the coordinator with a violation if a property does not hold.
func judge(p *proc.P, o outcome) {
	first, second := o.reads.first, o.reads.second
	if first.status == found && second.status == found {
		p.Assert(second.revision.number >= first.revision.number, monotonicReads,
			"the first read found %v and the second found %v", first, second)
	}

	head, tail := o.chain[0].revision, o.chain[len(o.chain)-1].revision
	for _, u := range o.updates {
		p.Assert(u.status != accepted || tail.number >= u.revision.number, durability,
			"%v was acknowledged, and in the end the tail has %v", u.revision, tail)
	}

	for i, h := range o.chain[1:] {
		p.Assert(h.revision.number <= o.chain[i].revision.number, chainOrder,
			"in the end a server has something newer than the one before it: %s", listing(o.chain))
	}

	p.Assert(head.number <= len(o.updates), appliedOnce,
		"%d writers have written once each, and in the end the head has %v", len(o.updates), head)
}

func listing(all []holding) string {
	var entries []string
	for _, h := range all {
		entries = append(entries, h.String())
	}
	return strings.Join(entries, ", ")
}
