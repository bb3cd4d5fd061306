package linear

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

// write is a write of a value, an addition to it, or a read.
type write struct {
	value     int
	read, add bool
}

func apply(s int, c write) (int, int) {
	if c.read {
		return s, s
	}
	if c.add {
		return (s + c.value) % 5, 0
	}
	return c.value, 0
}

// TestLose: a history with operations that never return is judged as if they were pending, with fewer outcomes.
func TestLose(t *testing.T) {
	t.Parallel()
	wrong, fewer := 0, 0
	histories := 200
	if testsize.Long() {
		histories = 3000
	}
	for seed := range uint64(histories) {
		rng := rand.New(rand.NewPCG(seed, 1))
		plain, pruned := New[int, write, int](0), New[int, write, int](0)
		operation, busy := 0, map[int]int{} // of each client
		for range 16 {
			client := rng.IntN(3)
			at, is := busy[client]
			name := fmt.Sprint(client, ".", at)
			switch {
			case !is:
				operation++
				busy[client] = operation
				o := Event[write, int]{Call: write{value: rng.IntN(4), read: rng.IntN(2) == 0, add: seed%2 == 0}}
				name = fmt.Sprint(client, ".", operation)
				plain, _ = plain.Next(apply, name, o)
				pruned, _ = pruned.Next(apply, name, o)
				continue
			case rng.IntN(3) == 0:
				pruned = pruned.Lose(name)
				delete(busy, client)
				continue
			}
			delete(busy, client)
			o := Event[write, int]{Returned: true, Result: rng.IntN(4)}
			for _, p := range plain.Pending {
				if p.Process == name && !p.Call.read {
					o.Result = 0
				}
			}
			next, err := plain.Next(apply, name, o)
			next2, err2 := pruned.Next(apply, name, o)
			if (err == nil) != (err2 == nil) {
				t.Fatalf("seed %d: the errors are %v and %v", seed, err, err2)
			}
			if err != nil {
				wrong++
				break
			}
			plain, pruned = next, next2
		}
		if len(pruned.Outcomes) > len(plain.Outcomes) {
			t.Errorf("seed %d: %d outcomes instead of %d", seed, len(pruned.Outcomes), len(plain.Outcomes))
		} else if len(pruned.Outcomes) < len(plain.Outcomes) {
			fewer++
		}
	}
	if wrong < histories/3 || fewer < histories/3 {
		t.Errorf("%d histories are wrong, and %d have fewer outcomes", wrong, fewer)
	}
	t.Log(wrong, fewer)
}

// TestManyLost: the outcomes of many operations that never return are few.
func TestManyLost(t *testing.T) {
	t.Parallel()
	l := New[int, write, int](0)
	for i := range 30 {
		name := fmt.Sprint(i)
		l, _ = l.Next(apply, name, Event[write, int]{Call: write{value: i}})
		l = l.Lose(name)
		var err error
		if l, err = l.Next(apply, "reader", Event[write, int]{Call: write{read: true}}); err == nil {
			l, err = l.Next(apply, "reader", Event[write, int]{Returned: true, Result: i})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(l.Outcomes) > 30 {
		t.Errorf("there are %d outcomes", len(l.Outcomes))
	}
}
