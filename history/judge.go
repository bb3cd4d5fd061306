package history

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/proc"
)

// verdict is porcupine's verdict on histories.
type verdict uint8

// The verdicts, from the worst to the best.
const (
	notLinearizable verdict = iota // one of the histories is impossible for the object
	unknown                        // there is no result, which does not count as a success
	linearizable                   // all of the histories are possible for the object
)

// judgement is a verdict with a history that caused it, unless it is linearizable.
type judgement struct {
	verdict verdict
	history string
}

// judge judges the histories of one search, each one once.
type judge struct {
	object      porcupine.Model
	operations  []operation // by number
	numbers     map[operation]int
	ofOrders    map[string]judgement // by the code of the partial order
	ofHistories map[string]verdict   // by the code of the history
}

// operation is an operation as histories identify it.
type operation struct {
	client        string
	input, output any
	nth           int // its number among equal operations of the client, which may overlap
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

// judge judges all histories that are consistent with a partial order.
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

// once returns porcupine's verdict on a history, and asks it only once.
func (j *judge) once(history []point) verdict {
	code := string(codes(history))
	known, ok := j.ofHistories[code]
	if !ok {
		known = j.ask(history)
		j.ofHistories[code] = known
	}
	return known
}

// ask asks porcupine whether a history is linearizable, or becomes so without some of the pending
// operations, which then never take effect. (An object may refuse them until the end, so that
// porcupine would find no place for them.)
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

// check asks porcupine about operations that all take effect, without a time limit.
func (j *judge) check(all []porcupine.Operation) verdict {
	switch porcupine.CheckOperationsTimeout(j.object, all, 0) {
	case porcupine.Ok:
		return linearizable
	case porcupine.Illegal:
		return notLinearizable
	}
	return unknown
}

// never is the time at which pending operations return.
const never = math.MaxInt64

// porcupine returns a history in porcupine's terms.
func (j *judge) porcupine(history []point) []porcupine.Operation {
	var all []porcupine.Operation
	called := map[int]int{} // operation number -> index in all
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

// text returns a history as text.
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
