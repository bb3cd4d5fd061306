package history

import (
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"
	"pgregory.net/rapid"
)

// The verdicts on random histories of a register agree with the definition: each operation that
// returns takes effect between its call and its return, and each pending one after its call, or
// never.

// access is a request to the register: a value to write, or 0 for a read.
type access int

// register accepts an output that says nothing; if it is strict, only from a pending operation.
func register(strict bool) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return access(0) },
		Step: func(state, input, output any) (bool, any) {
			if input != access(0) {
				return true, input
			}
			return output == state || output == nil && !strict, state
		},
	}
}

// called is an operation with the places of its points in the partial order.
type called struct {
	Operation
	begin, end int
}

// drawOrder draws what up to three clients did, and an order of the points. A client that
// waits has one operation under way at a time.
func drawOrder(t *rapid.T, j *judge, wait bool) (*partialOrder, []called) {
	o := &partialOrder{}
	var all []called
	var owners []int
	for client := range rapid.IntRange(1, 3).Draw(t, "clients") {
		var operations []Operation
		for range rapid.IntRange(1, max(1, 3-client)).Draw(t, "operations") {
			op := Operation{Input: access(rapid.IntRange(0, 2).Draw(t, "access")), Return: Pending}
			if rapid.IntRange(0, 3).Draw(t, "returns") > 0 {
				op.Return = 0
				if op.Input == access(0) {
					op.Output = access(rapid.IntRange(0, 2).Draw(t, "output"))
				}
			}
			operations = append(operations, op)
		}
		for i, n := range j.number(string(rune('a'+client)), operations) {
			c := called{operations[i], len(o.points), Pending}
			o.points = append(o.points, point{op: n})
			owners = append(owners, client)
			if c.Return != Pending {
				c.end = len(o.points)
				o.points = append(o.points, point{op: n, isReturn: true})
				owners = append(owners, client)
			}
			all = append(all, c)
		}
	}
	o.order(t, owners, wait)
	return o, all
}

// order draws the order of the points.
func (o *partialOrder) order(t *rapid.T, owners []int, wait bool) {
	size := len(o.points)
	var ranks []int
	for i := range size {
		o.before = append(o.before, make([]bool, size))
		ranks = append(ranks, i)
	}
	ranks = rapid.Permutation(ranks).Draw(t, "ranks")
	dense := rapid.IntRange(0, 4).Draw(t, "dense")
	last := map[int]int{}
	for i, pt := range o.points {
		if before, ok := last[owners[i]]; ok {
			o.before[before][i] = true
		}
		if wait || !pt.isReturn {
			last[owners[i]] = i
		} else {
			o.before[i-1][i] = true
		}
	}
	o.close()
	for i := range size {
		for k := range size {
			if ranks[i] < ranks[k] && !o.before[k][i] && rapid.IntRange(0, 9).Draw(t, "edge") < dense {
				o.before[i][k] = true
				o.close()
			}
		}
	}
}

// close makes the order transitive.
func (o *partialOrder) close() {
	for k := range o.points {
		for i := range o.points {
			for l := range o.points {
				if o.before[i][k] && o.before[k][l] {
					o.before[i][l] = true
				}
			}
		}
	}
}

// histories yields the places of the points in all orders that agree with this one, until
// yield returns false.
func (o *partialOrder) histories(yield func(place []int) bool) {
	place := make([]int, len(o.points))
	for i := range place {
		place[i] = -1
	}
	var extend func(at int) bool
	extend = func(at int) bool {
		if at == len(place) {
			return yield(place)
		}
		for i := range place {
			possible := place[i] < 0
			for k := range place {
				possible = possible && (!o.before[k][i] || place[k] >= 0)
			}
			if !possible {
				continue
			}
			place[i] = at
			goOn := extend(at + 1)
			place[i] = -1
			if !goOn {
				return false
			}
		}
		return true
	}
	extend(0)
}

// possible reports whether the rest of the operations of a history can be explained by a
// register with that value.
func possible(place []int, value access, left []called) bool {
	if !slices.ContainsFunc(left, func(c called) bool { return c.end != Pending }) {
		return true
	}
	for i, c := range left {
		early := slices.ContainsFunc(left, func(o called) bool { return o.end != Pending && place[o.end] < place[c.begin] })
		if early || c.Output != nil && c.Output != value {
			continue
		}
		next := value
		if c.Input != access(0) {
			next = c.Input.(access)
		}
		if possible(place, next, slices.Delete(slices.Clone(left), i, i+1)) {
			return true
		}
	}
	return false
}

func TestDefinition(t *testing.T) {
	for name, wait := range map[string]bool{"clients that wait": true, "clients that do not wait": false} {
		t.Run(name, func(t *testing.T) {
			found := map[verdict]int{}
			rapid.Check(t, func(t *rapid.T) {
				j := newJudge(register(rapid.Bool().Draw(t, "strict")))
				o, all := drawOrder(t, j, wait)
				want := linearizable
				o.histories(func(place []int) bool {
					if !possible(place, 0, all) {
						want = notLinearizable
					}
					return want == linearizable
				})
				found[want]++
				if got := j.judge(o); got.verdict != want {
					t.Fatalf("%+v in the order %v: the verdict is %d, want %d: %s", all, o.before, got.verdict, want, got.history)
				}
			})
			if found[linearizable] == 0 || found[notLinearizable] == 0 {
				t.Errorf("verdicts: %v; want both", found)
			}
		})
	}
}

// TestEqualOperations: two reads of a client overlap and return the same value. The read that returns
// first does so before that value is written.
func TestEqualOperations(t *testing.T) {
	j := newJudge(register(true))
	reads := j.number("reader", []Operation{{Input: access(0), Output: access(1)}, {Input: access(0), Output: access(1)}})
	write := j.number("writer", []Operation{{Input: access(1)}})[0]
	got := j.once([]point{{op: reads[0]}, {op: reads[1]}, {reads[0], true}, {op: write}, {write, true}, {reads[1], true}})
	if got != notLinearizable {
		t.Errorf("the verdict is %d, want %d", got, notLinearizable)
	}
}
