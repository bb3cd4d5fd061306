package checker

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// fault is a fault planted in the dependence relation: two kinds of dependent operations count as
// independent.
type fault struct {
	kinds   [2]kind.Kind
	noticed bool // exchanging such operations changed a result
}

func (f fault) String() string { return fmt.Sprintf("%v × %v", f.kinds[0], f.kinds[1]) }

// notice exchanges events that the fault makes independent.
func (f *fault) notice(c *commutation, order *causality.Order, events []trace.Event) {
	for j := range events {
		for i := range j {
			if f.noticed || kindsOf(&events[i], &events[j]) != f.kinds || !order.Before(i, j) || !neighbourly(order, events, i, j) {
				continue
			}
			positions := together(order, len(events), i, j)
			_, problem := c.execute(events, exchanged(positions, slices.Index(positions, i)))
			f.noticed = problem != ""
		}
	}
}

// kindsOf returns the kinds of two events, the smaller first.
func kindsOf(a, b *trace.Event) [2]kind.Kind {
	return [2]kind.Kind{min(a.Kind, b.Kind), max(a.Kind, b.Kind)}
}

// harmless lists the faults that cannot be detected, because the relation is coarser than
// necessary.
var harmless = map[[2]kind.Kind]string{
	{kind.Announce, kind.Announce}:       onlyRules,
	{kind.Exit, kind.Announce}:           onlyRules,
	{kind.Exit, kind.Exit}:               onlyRules,
	{kind.TableDelete, kind.TableDelete}: "there is no row behind either",
	{kind.TableSwap, kind.TableMember}:   sameKeys,
	{kind.TableSwap, kind.TableSize}:     sameKeys,
	{kind.TableSwap, kind.TableFirst}:    sameKeys,
	{kind.TableSwap, kind.TableNext}:     sameKeys,
}

const onlyRules = "only a rule can tell, and there is none here"

const sameKeys = "it changes a row that is there, so the keys remain the same"

// plant makes each pair of dependent kinds of operations independent, one pair at a time. The test
// must detect this.
func (c *commutation) plant(t *testing.T) {
	tries := 600
	if testsize.Long() {
		tries = 30_000
	}
	var wrong []string // a test that has failed does not look any more
	planted := 0
	for kinds, scenes := range inOrder(c.dependent) {
		reason, known := harmless[kinds]
		if c.skips(sampledFaults) || known && !testsize.Long() { // to notice nothing takes all the tries
			continue
		}
		planted++
		with := newCommutation(t, 3)
		with.fault = &fault{kinds: kinds}
		for try := 0; try < tries && !with.fault.noticed; try++ {
			if try < len(scenes) {
				with.check(scenes[try])
			} else {
				with.check(aim(with.random, kinds))
			}
		}
		switch {
		case !with.fault.noticed && !known:
			wrong = append(wrong, fmt.Sprintf("nothing shows that %v depend on each other", with.fault))
		case with.fault.noticed && known:
			wrong = append(wrong, fmt.Sprintf("it shows that %v depend on each other, though %s", with.fault, reason))
		}
	}
	if t.Logf("%d faults planted", planted); planted == 0 {
		t.Error("no fault is planted")
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

// inOrder ranges over a map in the order of its keys.
func inOrder[V any](m map[[2]kind.Kind]V) func(func([2]kind.Kind, V) bool) {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b [2]kind.Kind) int { return slices.Compare(a[:], b[:]) })
	return func(yield func([2]kind.Kind, V) bool) {
		for _, k := range keys {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
