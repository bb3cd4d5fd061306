package raft

import (
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/history"
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

// clients derives the operations of a client from its events: each from its first request to the answer.
func clients(process string, events []history.Event) (all []history.Operation) {
	if !strings.HasPrefix(process, "client") {
		return nil // a node takes requests, too
	}
	for i, e := range events {
		switch m := e.Message.(type) {
		case request:
			if m.Command.Number > len(all) {
				all = append(all, history.Operation{Input: m.Command.Value, Call: i, Return: history.Pending})
			}
		case answer:
			op := &all[m.Number-1]
			op.Output, op.Return = text(m.Values), i
		}
	}
	return all
}

// TestClients: porcupine finds the histories of the clients linearizable where the rule of the model does.
func TestClients(t *testing.T) {
	for _, name := range []string{"raft-two-commands", "raft-stale-read"} {
		v := named(t, name)
		r, err := history.Check(t.Context(), v.model(), checker.Options{Algorithm: checker.Optimal, MaxInterleavings: 3000}, list, clients, linearizable)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Differences) > 0 {
			t.Errorf("%s: histories and rule differ: %s", name, r.Differences[0])
		}
		if wrong := v.violates != nil; r.Histories == 0 || (r.NotLinearizable > 0) != wrong {
			t.Errorf("%s: of %d histories, %d are not linearizable", name, r.Histories, r.NotLinearizable)
		}
	}
}
