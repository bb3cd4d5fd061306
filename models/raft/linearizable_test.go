package raft

import (
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"
)

// list is what clients must see. Input is what an operation appends, or read; output is the list then, as text, or nil
// if the operation has not returned.
var list = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		after := state.(string)
		if v := input.(int); v != read {
			after += text([]int{v})
		}
		return output == nil || output == after, after
	},
}

func text(values []int) string {
	digits := ""
	for _, v := range values {
		digits += string(rune('0' + v))
	}
	return digits
}

// TestHistory compares the judgment of answers with that of porcupine, on all answers to a few clients.
func TestHistory(t *testing.T) {
	possible := [][]int{nil, {1}, {2}, {1, 2}, {2, 1}, {1, 1}}
	for _, clients := range [][][]operation{
		writesReads, twoClients, {{{value: 1}, {value: 2}}}, {{{value: 1}}, {{value: read}, {value: read}}},
		{{{value: 1}, {value: read}}, {{value: 2}}, {{value: read}}},
	} {
		s := setting{clients: clients}
		judged := map[bool]int{}
		var extend func(answers []returned, h seen, right bool)
		extend = func(answers []returned, h seen, right bool) {
			judged[right]++
			if want := porcupine.CheckOperations(list, operations(clients, answers)); right != want {
				t.Fatalf("%v: linearizable is %t, want %t", answers, right, want)
			}
			if !right {
				return // nor is any longer history
			}
			for id, todo := range clients {
				if h.Done[id] == len(todo) {
					continue
				}
				for _, values := range possible {
					r := returned{id, values}
					next, err := s.next(h, "", r)
					extend(append(slices.Clip(answers), r), next, err == nil)
				}
			}
		}
		extend(nil, s.nothingSeen(), true)
		if judged[true] == 0 || judged[false] == 0 {
			t.Errorf("of the histories of %v, %d are linearizable, and %d are not", clients, judged[true], judged[false])
		}
	}
}

// operations returns the operations of clients that have got some answers. Those that have not returned may take effect
// or not.
func operations(clients [][]operation, answers []returned) (all []porcupine.Operation) {
	end := 2*int64(len(answers)) + 2
	done, call := make([]int, len(clients)), make([]int64, len(clients))
	for i, r := range answers {
		now := 2*int64(i) + 1
		op := clients[r.Client][done[r.Client]]
		all = append(all, porcupine.Operation{ClientId: r.Client, Input: op.value, Output: text(r.Values), Call: call[r.Client], Return: now})
		done[r.Client]++
		call[r.Client] = now + 1
	}
	for id, todo := range clients {
		if done[id] < len(todo) {
			all = append(all, porcupine.Operation{ClientId: id, Input: todo[done[id]].value, Call: call[id], Return: end})
		}
	}
	return all
}
