package faults

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/internal/nearest"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Kind is a part of a [Budget]: the number of faults of a kind, or a property of them.
type Kind struct {
	// Name is its name in the text of a budget; see [Budget.With].
	Name string
	// Value describes the text after the name and "=": "N", a number, or "POLICY", an element of DiskPolicies; "" if there is
	// none.
	Value string
	// Of describes the text that may follow the name and "@": "NODE", "FROM->TO:MESSAGE", or "" if none may.
	Of string
	// Doc describes the fault in some words.
	Doc string
	// Happens is the name of such a fault in a run (minimize.Event.Fault) and in a trace (the Kind of an event, or its Fault);
	// "" if it is none by itself.
	Happens string
	// Comment is the comment of a kept schedule that says this of its faults, before the number if there is one; "" if the
	// steps show it.
	Comment string

	needs  string // the name of another kind, without which it makes no difference
	lacks  string // the phrase for messages that says that this kind is missing: "no node crashes"
	max    int    // the greatest number
	always bool   // the number may be AfterEachCrash
	size   bool   // the number says how large the faults are, not how many there are
	field  func(*Budget) any
	ofNode func(*Node) *int
	ofLink func(*Link) *int
}

// Kinds lists the kinds of faults. Everything that names faults, or goes through them, reads this list.
func Kinds() []Kind { return slices.Clone(kinds) }

// always is AfterEachCrash in the text of a budget.
const always = "always"

// How nodes and messages are named.
const aNode, aLink = "NODE", "FROM->TO:MESSAGE"

var kinds = []Kind{
	{Name: "crashes", Value: "N", Of: aNode, Doc: "nodes (processes started with proc.Node) crash up to N times, all together", Happens: kind.Crash.String(),
		max: Max, field: func(f *Budget) any { return &f.Crashes }, ofNode: func(n *Node) *int { return &n.Crashes }},
	{Name: "restarts", Value: "N", Of: aNode, Doc: "crashed nodes are started again up to N times, all together; restarts=always: after each crash", Happens: kind.Restart.String(),
		needs: "crashes", lacks: "no node crashes", max: Max, always: true, field: func(f *Budget) any { return &f.Restarts }, ofNode: func(n *Node) *int { return &n.Restarts }},
	{Name: "connections", Doc: "messages of and to a life of a node are dropped when the next one begins",
		Comment: "connections: end with a life", needs: "restarts", lacks: "no node is restarted", field: func(f *Budget) any { return &f.Connections }},
	{Name: "crashes-of-node", Value: "N", Doc: "each node crashes at most N times; 0: no limit for each node",
		needs: "crashes", lacks: "no node crashes", max: Max, field: func(f *Budget) any { return &f.CrashesOfNode }},
	{Name: "disk", Value: "POLICY", Doc: "unsynced writes to files survive a crash by POLICY",
		needs: "crashes", lacks: "no node crashes", field: func(f *Budget) any { return &f.Disk }},
	{Name: "sync-failures", Value: "N", Of: aNode, Doc: "up to N syncs of each node fail", Happens: trace.FailedSync,
		max: Max, field: func(f *Budget) any { return &f.SyncFailures }, ofNode: func(n *Node) *int { return &n.SyncFailures }},
	{Name: "pauses", Value: "N", Of: aNode, Doc: "nodes stop for a while up to N times, all together, in searches that draw interleavings; others explore it anyway",
		max: Max, field: func(f *Budget) any { return &f.Pauses }, ofNode: func(n *Node) *int { return &n.Pauses }},
	{Name: "losses", Value: "N", Of: aLink, Doc: "up to N messages from one process to another are lost", Happens: trace.Lost.String(),
		max: Max, field: func(f *Budget) any { return &f.Losses }, ofLink: func(l *Link) *int { return &l.Losses }},
	{Name: "duplicates", Value: "N", Of: aLink, Doc: "up to N messages arrive twice", Happens: trace.Duplicated.String(),
		max: Max, field: func(f *Budget) any { return &f.Duplicates }, ofLink: func(l *Link) *int { return &l.Duplicates }},
	{Name: "reorderings", Value: "N", Of: aLink, Doc: "up to N messages are overtaken by later ones", Happens: trace.Reordered.String(),
		max: Max, field: func(f *Budget) any { return &f.Reorderings }, ofLink: func(l *Link) *int { return &l.Reorderings }},
	{Name: "partitions", Value: "N", Doc: "the network between the nodes is cut in two up to N times, and may heal", Happens: kind.Sever.String(),
		max: Max, field: func(f *Budget) any { return &f.Partitions }},
	{Name: "one-way", Doc: "a partition may also cut the network in one direction only",
		needs: "partitions", lacks: "the network is never cut", field: func(f *Budget) any { return &f.OneWay }},
	{Name: "one-link", Doc: "a partition may also cut one link between two nodes", Comment: "partitions: also of one link",
		needs: "partitions", lacks: "the network is never cut", field: func(f *Budget) any { return &f.OneLink }},
	{Name: "drift", Value: "N", Doc: "the clocks of nodes may be slow or fast by N percent", Comment: "drift: ", size: true,
		max: MaxDrift, field: func(f *Budget) any { return &f.Drift }},
	{Name: "jump", Value: "N", Doc: "the clock of each node may jump ahead or back by N ticks, once", Comment: "jump: ", size: true, Happens: kind.Jump.String(),
		max: MaxOffset, field: func(f *Budget) any { return &f.Jump }},
	{Name: "offset", Value: "N", Doc: "the clocks of nodes may be ahead or behind by N ticks", Comment: "offset: ", size: true,
		max: MaxOffset, field: func(f *Budget) any { return &f.Offset }},
}

// Usage returns the form of the kind in the text of a budget, such as "crashes=N".
func (k *Kind) Usage() string {
	if k.Value == "" {
		return k.Name
	}
	return k.Name + "=" + k.Value
}

// Number returns the number of faults of the kind, which may be changed, or nil if it is none.
func (k *Kind) Number(f *Budget) *int {
	n, _ := k.field(f).(*int)
	return n
}

// Set sets the kind in a budget to a value, such as "2", or "true" for a property.
func (k *Kind) Set(f *Budget, value string) error { return k.set(k.field(f), value, true) }

// Get returns the value of the kind in a budget; "" if there is no such fault.
func (k *Kind) Get(f *Budget) string {
	text, set := k.text(k.field(f))
	if !set {
		return ""
	}
	if _, value, ok := strings.Cut(text, "="); ok {
		return value
	}
	return "true"
}

// Copy sets the kind in a budget as it is in another one. If it has an effect only with another kind, and the budget has no fault
// of that kind, it has one then.
func (k *Kind) Copy(to *Budget, from Budget) {
	value := k.Get(&from)
	if k.clear(to); value == "" {
		return
	}
	_ = k.Set(to, value) // it has been valid
	for k.needs != "" && !to.has(k.needs) {
		k, _ = kindOf(k.needs)
		*k.Number(to) = 1
	}
}

// Add adds a fault of the kind to a budget, as it happens within another one. The kind must have a number.
func (k *Kind) Add(to *Budget, within Budget) {
	if k.size {
		k.Copy(to, within)
	} else {
		*k.Number(to)++
	}
}

// limit limits a number of the kind to the number of faults.
func (k *Kind) limit(number *int, faults int) {
	switch {
	case !k.size:
		*number = min(*number, max(0, faults)) // AfterEachCrash stays
	case faults <= 0:
		*number = 0
	}
}

// kindOf returns the kind with a name, or an error that lists the kinds.
func kindOf(name string) (*Kind, error) {
	var all []string
	for i := range kinds {
		if all = append(all, kinds[i].Name); kinds[i].Name == name {
			return &kinds[i], nil
		}
	}
	meant := ""
	if is := nearest.Word(strings.ToLower(name), all); is != "" {
		meant = "did you mean " + is + "? "
	}
	return nil, fmt.Errorf("there is no fault of that name; %sthe names are %s", meant, strings.Join(all, ", "))
}

// set sets a field of the kind to the value of that text, if it is one.
func (k *Kind) set(field any, value string, given bool) (err error) {
	switch is := field.(type) {
	case *int:
		if k.always && value == always {
			*is = AfterEachCrash
		} else if *is, err = strconv.Atoi(value); *is < 0 {
			return k.wants()
		}
	case *bool:
		if *is = !given; given {
			*is, err = strconv.ParseBool(value)
		}
	case *DiskPolicy:
		*is = DiskPolicy(value)
	}
	if wrong := k.check(field); err != nil || wrong != nil || k.Value != "" && value == "" {
		return k.wants()
	}
	return nil
}

// wants returns an error that lists the forms of the kind's text.
func (k *Kind) wants() error {
	switch k.field(new(Budget)).(type) {
	case *int:
		or := ""
		if k.always {
			or = ", or " + k.Name + "=" + always
		}
		return fmt.Errorf("it must be %s, with a whole number from 0 to %d%s", k.Usage(), k.max, or)
	case *bool:
		return fmt.Errorf("it must be %s, or %[1]s=false", k.Name)
	}
	var names []string
	for _, p := range DiskPolicies() {
		names = append(names, string(p))
	}
	return fmt.Errorf("it must be %s, with one of %s", k.Usage(), strings.Join(names, ", "))
}

// check returns an error if a field of the kind has a value that is none.
func (k *Kind) check(field any) error {
	switch is := field.(type) {
	case *int:
		if (*is < 0 || *is > k.max) && (!k.always || *is != AfterEachCrash) {
			return k.wants()
		}
	case *DiskPolicy:
		if *is != "" && !slices.Contains(DiskPolicies(), *is) {
			return k.wants()
		}
	}
	return nil
}

// text returns the name with the value of a field, or false if it is the zero value.
func (k *Kind) text(field any) (string, bool) {
	switch is := field.(type) {
	case *int:
		return k.Name + "=" + k.numeral(*is), *is != 0
	case *bool:
		if !*is {
			return k.Name + "=false", false
		}
		return k.Name, true
	case *DiskPolicy:
		return k.Name + "=" + string(*is), *is != ""
	}
	return "", false
}

// numeral returns a number of faults as a text.
func (k *Kind) numeral(n int) string {
	if k.always && n == AfterEachCrash {
		return always
	}
	return strconv.Itoa(n)
}

// clear sets a field to its zero value.
func (k *Kind) clear(f *Budget) {
	switch is := k.field(f).(type) {
	case *int:
		*is = 0
	case *bool:
		*is = false
	case *DiskPolicy:
		*is = ""
	}
}
