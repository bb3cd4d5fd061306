package history

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/proc"
)

// verdict says what porcupine finds about histories.
type verdict uint8

// The verdicts, the worst first.
const (
	notLinearizable verdict = iota // one of the histories cannot be that of the object
	unknown                        // there is no result, which is never a pass
	linearizable                   // all of the histories can be that of the object
)

// judgement is a verdict, and a history that it is due to unless it is
// linearizable.
type judgement struct {
	verdict verdict
	history string
}

// judge judges the histories of one search, each of them once.
type judge struct {
	object      porcupine.Model
	operations  []operation // by number
	numbers     map[operation]int
	ofOrders    map[string]judgement // by the code of the partial order
	ofHistories map[string]verdict   // by the code of the history
}

// operation is what histories say of an operation.
type operation struct {
	client        string
	input, output any
	nth           int // of its client's that are equal so far: several may be under way
}

func newJudge(object porcupine.Model) *judge {
	return &judge{
		object:      object,
		numbers:     map[operation]int{},
		ofOrders:    map[string]judgement{},
		ofHistories: map[string]verdict{},
	}
}

// number returns the numbers of the operations of a client.
func (j *judge) number(client string, all []Operation) []int {
	equal := map[operation]int{}
	var numbers []int
	for _, o := range all {
		op := operation{client: client, input: o.Input, output: o.Output}
		equal[op]++
		op.nth = equal[op]
		n, ok := j.numbers[op]
		if !ok {
			n = len(j.operations)
			j.numbers[op] = n
			j.operations = append(j.operations, op)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// judge judges all histories that agree with a partial order.
func (j *judge) judge(o *partialOrder) judgement {
	code := o.code()
	known, ok := j.ofOrders[code]
	if !ok {
		known = judgement{verdict: linearizable}
		o.strictest(func(history []point) {
			if v := j.once(history); v < known.verdict {
				known = judgement{v, j.text(history)}
			}
		})
		j.ofOrders[code] = known
	}
	return known
}

// once asks porcupine about a history unless it has been asked before.
func (j *judge) once(history []point) verdict {
	code := string(codes(history))
	known, ok := j.ofHistories[code]
	if !ok {
		known = j.ask(history)
		j.ofHistories[code] = known
	}
	return known
}

// ask asks porcupine about a history: whether it is linearizable, or what is left of it
// when some of the pending operations never take effect. (An object may refuse them until
// the end, so porcupine would find no place for them.)
func (j *judge) ask(history []point) verdict {
	all := j.porcupine(history)
	pending := slices.DeleteFunc(slices.Clone(all), func(op porcupine.Operation) bool { return op.Return != never })
	all = slices.DeleteFunc(all, func(op porcupine.Operation) bool { return op.Return == never })
	worst := notLinearizable
	for without := range 1 << len(pending) {
		left := slices.Clone(all)
		for i, op := range pending {
			if without>>i&1 == 0 {
				left = append(left, op)
			}
		}
		switch j.check(left) {
		case linearizable:
			return linearizable
		case unknown:
			worst = unknown
		}
	}
	return worst
}

// check asks porcupine about operations, each of which takes effect. It has all the time
// that it needs.
func (j *judge) check(all []porcupine.Operation) verdict {
	switch porcupine.CheckOperationsTimeout(j.object, all, 0) {
	case porcupine.Ok:
		return linearizable
	case porcupine.Illegal:
		return notLinearizable
	}
	return unknown
}

// never is when a pending operation returns.
const never = math.MaxInt64

// porcupine returns a history in porcupine's terms.
func (j *judge) porcupine(history []point) []porcupine.Operation {
	var all []porcupine.Operation
	called := map[int]int{} // the place in all of the operation with a number
	for at, pt := range history {
		if pt.isReturn {
			all[called[pt.op]].Return = int64(at)
			continue
		}
		op := j.operations[pt.op]
		called[pt.op] = len(all)
		all = append(all, porcupine.Operation{
			Input:  op.input,
			Output: op.output,
			Call:   int64(at),
			Return: never,
		})
	}
	return all
}

// text puts a history into words.
func (j *judge) text(history []point) string {
	var words []string
	for _, pt := range history {
		op := j.operations[pt.op]
		if pt.isReturn {
			words = append(words, fmt.Sprintf("%s gets %s", op.client, proc.Format(op.output)))
		} else {
			words = append(words, fmt.Sprintf("%s calls %s", op.client, proc.Format(op.input)))
		}
	}
	return strings.Join(words, ", ")
}
