package races

import (
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// doing is what an actor does: it starts the actor with a number, releases, joins or acquires at a place, or accesses a word.
type doing struct {
	actor  int
	what   string
	number int
	kind   Kind
}

// before returns for each doing which ones happen before it, by the definition.
func before(all []doing) [][]bool {
	known := make([][]bool, len(all))
	released := map[int][]int{} // the last releases at places, and those that were joined
	started := map[int]int{}
	last := map[int]int{}
	add := func(j, i int) {
		known[j][i] = true
		for k, is := range known[i] {
			known[j][k] = known[j][k] || is
		}
	}
	for j, d := range all {
		known[j] = make([]bool, len(all))
		if i, is := last[d.actor]; is {
			add(j, i)
		} else if i, is := started[d.actor]; is {
			add(j, i)
		}
		last[d.actor] = j
		switch d.what {
		case "start":
			started[d.number] = j
		case "release":
			released[d.number] = []int{j}
		case "join":
			released[d.number] = append(released[d.number], j)
		case "acquire":
			for _, i := range released[d.number] {
				add(j, i)
			}
		}
	}
	return known
}

// TestDetector: an access is a data race exactly if it conflicts with an earlier one that does not happen before it.
func TestDetector(t *testing.T) {
	var words [2]int
	var d Detector
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		d.Reset()
		d.Begin(0)
		running := 1
		var all []doing
		for range rapid.IntRange(1, 30).Draw(t, "length") {
			n := doing{
				actor: rapid.IntRange(0, running-1).Draw(t, "actor"), number: rapid.IntRange(0, 1).Draw(t, "number"),
				what: rapid.SampledFrom([]string{"access", "access", "access", "start", "release", "join", "acquire"}).Draw(t, "what"),
			}
			if n.what == "start" {
				if running == 4 {
					continue
				}
				n.number = running
				running++
			}
			n.kind = Kind(rapid.IntRange(0, 3).Draw(t, "kind"))
			all = append(all, n)
			known := before(all)[len(all)-1]
			actor, at := int32(n.actor), Place{Part: int32(n.number)}
			switch n.what {
			case "start":
				d.Start(int32(n.number), actor)
			case "release":
				d.Release(actor, at)
			case "join":
				d.Join(actor, at)
			case "acquire":
				d.Acquire(actor, at)
			case "access":
				racy := false
				for i, e := range all {
					racy = racy || e.what == "access" && e.number == n.number && e.actor != n.actor && (e.kind|n.kind)&Write != 0 && e.kind&n.kind&Atomic == 0 && !known[i]
				}
				where := func() Where { return Where{} }
				if a := d.Access(actor, unsafe.Pointer(&words[n.number]), n.kind, where); (a != nil) != racy {
					t.Fatalf("the last is a data race is %t, want %t: %+v", a != nil, racy, all)
				}
				if racy {
					found++
					return
				}
			}
		}
	})
	if found == 0 {
		t.Error("there was no data race")
	}
}
