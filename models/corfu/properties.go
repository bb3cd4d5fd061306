package corfu

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const (
	immutability     = "immutability"
	linearizability  = "linearizability"
	consistentPrefix = "consistent prefix"
	repairCompletes  = "repair completes"
)

// properties lists the properties that the coordinator checks. The first two are properties of 4.1.
func properties() []checker.Property {
	return []checker.Property{
		{Name: immutability, Doc: "Once a value has been written, no other value can be."},
		{Name: linearizability, Doc: "Once a value has been read, every later read finds it."},
		{Name: consistentPrefix, Doc: "In the end a prefix of the chain has the same value and the rest has none."},
		{Name: repairCompletes, Doc: "The repairer is never refused and comes to its end."},
	}
}

// outcome holds the coordinator's observations when all clients are done.
type outcome struct {
	red, blue result // of the writers
	reads     readerDone
	repair    repairerDone
	log       []entry // along the final chain
}

// entry is the value that a server has in the end.
type entry struct {
	server server
	result result
}

func (e entry) String() string { return fmt.Sprintf("%s: %v", e.server, e.result) }

// judge ends the coordinator with a violation if a property does not hold.
func judge(p *proc.P, o outcome) {
	p.Assert(o.repair.result.status == accepted, repairCompletes,
		"a request of the repairer was answered with %q", o.repair.result)

	p.Assert(o.red.status != accepted || o.blue.status != accepted, immutability,
		"both writers, of red and of blue, were told that they had succeeded")

	first, second := o.reads.first, o.reads.second
	if first.status == found {
		p.Assert(second.status != found || second == first, immutability,
			"the first read found %v and the second found %v", first, second)
		p.Assert(second.status != notWritten, linearizability,
			"the first read found %v and the second found the key not written", first)
	}

	problem := inconsistency(o.log)
	p.Assert(problem == "", consistentPrefix, "in the end %s: %s", problem, listing(o.log))
}

// inconsistency says why the log is not a prefix with the same value, or returns "" if it is.
func inconsistency(log []entry) string {
	for i, e := range log[1:] {
		before := log[i]
		switch {
		case e.result.status == notWritten || e.result == before.result:
		case before.result.status == notWritten:
			return "a server has a value although one before it in the chain has none"
		default:
			return "two servers have different values"
		}
	}
	return ""
}

func listing(log []entry) string {
	var entries []string
	for _, e := range log {
		entries = append(entries, e.String())
	}
	return strings.Join(entries, ", ")
}
