package published

import (
	"testing"

	"github.com/anishathalye/porcupine"
)

// register is what clients must see.
var aRegister = porcupine.Model{
	Init: func() any { return nothing },
	Step: func(state, input, output any) (bool, any) {
		if v := input.(value); v != nothing {
			return true, v
		}
		return output == state, state
	},
}

// TestHistory compares the judgment of histories with that of porcupine, on all histories of up to three clients.
func TestHistory(t *testing.T) {
	for _, clients := range []int{1, 2, 3} {
		judged := map[bool]int{}
		var extend func(steps []step, h history, right bool)
		extend = func(steps []step, h history, right bool) {
			judged[right]++
			if want := porcupine.CheckOperations(aRegister, operations(clients, steps)); right != want {
				t.Fatalf("%v: linearizable is %t, want %t", steps, right, want)
			}
			if !right {
				return // nor is any longer history
			}
			for _, s := range following(clients, steps) {
				next, err := h.next("", s)
				extend(append(steps[:len(steps):len(steps)], s), next, err == nil)
			}
		}
		extend(nil, history{}, true)
		if judged[true] == 0 || judged[false] == 0 {
			t.Errorf("of the histories of %d clients, %d are linearizable, and %d are not", clients, judged[true], judged[false])
		}
	}
}

// following returns the steps that clients can announce after others.
func following(clients int, steps []step) (all []step) {
	count := map[value]int{}
	for _, s := range steps {
		count[s.Client]++
	}
	for c := value(1); c <= value(clients); c++ {
		switch count[c] {
		case 0:
			all = append(all, step{Client: c})
		case 1:
			for found := nothing; found <= value(clients); found++ {
				all = append(all, step{c, true, found})
			}
		}
	}
	return all
}

// operations returns the operations of clients that have announced some steps. All puts begin before the first
// step, and a get right after the put of its client. A put that has not returned may take effect or not; a
// get that has not returned says nothing.
func operations(clients int, steps []step) (all []porcupine.Operation) {
	end := 2*int64(len(steps)) + 2
	puts, begun := map[value]int64{}, map[value]int64{}
	for i, s := range steps {
		if now := 2*int64(i) + 1; s.Gets {
			all = append(all, porcupine.Operation{ClientId: int(s.Client), Input: nothing, Output: s.Found, Call: begun[s.Client], Return: now})
		} else {
			puts[s.Client], begun[s.Client] = now, now+1
		}
	}
	for c := value(1); c <= value(clients); c++ {
		returned, ok := puts[c]
		if !ok {
			returned = end
		}
		all = append(all, porcupine.Operation{ClientId: int(c), Input: c, Call: 0, Return: returned})
	}
	return all
}
