package checker

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

func observation2(events []trace.Event) string {
	learnt := map[trace.ActorID][]byte{}
	for i := range events {
		e := &events[i]
		ok := int32(0)
		switch e.Kind {
		case trace.IsAlive, trace.Register, trace.Unregister, trace.Whereis, trace.SendName, trace.TimerCancel, trace.TimerRead:
			if e.Ok {
				ok = 1
			}
		case trace.Demonitor:
			if e.Ok && e.Flags&trace.Info != 0 {
				ok = 1
			}
		}
		b := learnt[e.Actor]
		for _, v := range []int32{int32(e.Kind), e.Object, int32(e.Key), int32(e.Value), e.Alternative, int32(e.Result), int32(e.Effect), ok} {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
		learnt[e.Actor] = b
	}
	var all []byte
	for _, a := range slices.Sorted(maps.Keys(learnt)) {
		all = append(all, byte(a))
		all = append(all, learnt[a]...)
	}
	return string(all)
}

func TestStudy(t *testing.T) {
	ops := []string{"send", "poll", "receive", "take exit", "take down", "trap", "do not trap", "link", "link", "unlink", "spawn linked",
		"monitor", "kill", "signal", "signal", "signal", "harmless", "exit"}
	pairs := map[string]int{}
	example := map[string]string{}
	programsN, differ := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f := family{program: programs(ops, 4, 5).Draw(t, "program")}
		for range f.program[1:] {
			f.ties = append(f.ties, rapid.IntRange(0, 2).Draw(t, "tie"))
		}
		sys := proc.NewSystem(f.main)
		defer sys.Close()
		type class struct {
			events []trace.Event
			order  *trace.Order
		}
		groups := map[string][]class{}
		n := 0
		look(t, sys, Options{MaxInterleavings: 2000, Observer: observer(func(events []trace.Event) {
			n++
			es := slices.Clone(events)
			o := &trace.Order{Relation: trace.Relation{ReceivePatterns: true}}
			o.Compute(es)
			k := observation2(es)
			if len(groups[k]) < 12 {
				groups[k] = append(groups[k], class{es, o})
			}
		})}, nil)
		programsN++
		if n > len(groups) {
			differ++
		}
		for _, g := range groups {
			for i := range g {
				var best []string
				for j := range g {
					if i == j {
						continue
					}
					a, b := g[i], g[j]
					var rev []string
					for _, r := range a.order.Races() {
						x, y := b.order.Position(a.events[r.First].ID()), b.order.Position(a.events[r.Second].ID())
						if x < 0 || y < 0 || !b.order.Before(x, y) {
							rev = append(rev, fmt.Sprintf("%v × %v", situationOf(&a.events[r.First]), situationOf(&a.events[r.Second])))
						}
					}
					slices.Sort(rev)
					if best == nil || len(rev) < len(best) {
						best = rev
					}
				}
				if best != nil {
					k := fmt.Sprint(best)
					pairs[k]++
					if e, ok := example[k]; !ok || len(f.String()) < len(e) {
						example[k] = f.String() + fmt.Sprint(f.ties)
					}
				}
			}
		}
	})
	fmt.Println(programsN, "programs,", differ, "with more classes than observations")
	keys := slices.SortedFunc(maps.Keys(pairs), func(a, b string) int { return pairs[b] - pairs[a] })
	for i, k := range keys {
		if i < 40 {
			fmt.Printf("%d %s\n%s\n", pairs[k], k, example[k])
		}
	}
}
