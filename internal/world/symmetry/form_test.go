package symmetry_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/symmetry"
	"github.com/checkmodel/checkmodel/proc/symmetric"
	"github.com/checkmodel/checkmodel/trace"
)

// mention is a part of a drawn state or sleep set: it mentions members, by their numbers.
type mention struct {
	Sleeps  bool
	Kind    int
	Members []int
}

// formed is a drawn state and sleep set.
type formed []mention

// guestsAndDogs are the sizes of the groups.
var guestsAndDogs = [2]int{4, 2}

// permuted calls f with the state after each exchange.
func (s formed) permuted(f func(formed)) {
	p := []int{0, 1, 2, 3, 4, 5}
	var permute func(from, to int, then func())
	permute = func(from, to int, then func()) {
		if from == to {
			then()
		}
		for i := from; i < to; i++ {
			p[from], p[i] = p[i], p[from]
			permute(from+1, to, then)
			p[from], p[i] = p[i], p[from]
		}
	}
	permute(0, guestsAndDogs[0], func() {
		permute(guestsAndDogs[0], len(p), func() {
			var image formed
			for _, m := range s {
				m.Members = slices.Clone(m.Members)
				for i, k := range m.Members {
					m.Members[i] = p[k]
				}
				image = append(image, m)
			}
			f(image)
		})
	})
}

// least returns the least text of all exchanges, of the state alone and with its sleep set.
func (s formed) least() (state, both string) {
	s.permuted(func(image formed) {
		var awake, all []string
		for _, m := range image {
			if all = append(all, fmt.Sprint(m)); !m.Sleeps {
				awake = append(awake, fmt.Sprint(m))
			}
		}
		slices.Sort(awake)
		slices.Sort(all)
		if text := fmt.Sprint(awake); state == "" || text < state {
			state = text
		}
		if text := fmt.Sprint(all); both == "" || text < both {
			both = text
		}
	})
	return state, both
}

// former has a form, and what is to be added to it.
type former struct {
	form   *symmetry.Form
	actors []*trace.Actor
	parts  formed
}

func newFormer() *former {
	ids := identity.NewStore(nil, new(guard.Watch))
	r := new(former)
	for i := range guestsAndDogs[0] + guestsAndDogs[1] {
		if i < guestsAndDogs[0] {
			r.actors = append(r.actors, ids.Actors.Child(ids.Actor(0), "guest", i+1))
		} else {
			r.actors = append(r.actors, ids.Actors.Child(ids.Actor(0), "dog", i+1-guestsAndDogs[0]))
		}
	}
	y := symmetry.New(ids, symmetry.Groups{symmetric.Numbered("guest", guestsAndDogs[0], nil), symmetric.Numbered("dog", guestsAndDogs[1], nil)})
	if !y.Known() {
		panic(y.Missing() + " has not been met")
	}
	r.form = y.Form(func(at symmetry.Source, by *symmetry.Exchange) trace.Fingerprint {
		f := trace.Fingerprint{}.With(uint64(r.parts[at.At].Kind))
		for _, m := range r.parts[at.At].Members {
			f = f.With(uint64(by.Actor(r.actors[m].ID)))
		}
		return f
	})
	return r
}

// of returns the fingerprints of a state and its sleep set.
func (r *former) of(s formed) (state, sleep trace.Fingerprint) {
	r.form.Begin()
	r.parts = s
	for i, m := range s {
		print := trace.Fingerprint{}.With(uint64(m.Kind))
		for _, k := range m.Members {
			print = print.With(uint64(k))
		}
		to := symmetry.State
		if m.Sleeps {
			to = symmetry.Sleep
		}
		r.form.Add(to, symmetry.PartID{Print: print}, symmetry.Source{At: i})
	}
	_, state, sleep = r.form.End()
	return state, sleep
}

// TestForm: drawn states have the same fingerprint exactly if some exchange turns them into each other, by all exchanges one by one. The same
// holds for states with sleep sets.
func TestForm(t *testing.T) {
	r := newFormer()
	texts, prints := map[any]string{}, map[string]any{}
	same := 0
	check := func(t *rapid.T, print any, text string) {
		if was, met := texts[print]; met && was != text {
			t.Fatalf("%s\nand %s\nhave the same fingerprint, and no exchange makes them the same", text, was)
		} else if met {
			same++
		}
		if was, met := prints[text]; met && was != print {
			t.Fatalf("an exchange leads from one state to another, which has another fingerprint; the least one is %s", text)
		}
		texts[print], prints[text] = text, print
	}
	rapid.Check(t, func(t *rapid.T) {
		s := formed(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) mention {
			most := rapid.SampledFrom([]int{guestsAndDogs[0] - 1, guestsAndDogs[0] + guestsAndDogs[1] - 1}).Draw(t, "the last one")
			return mention{
				rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "sleeps") == 1, rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "kind"),
				rapid.SliceOfN(rapid.IntRange(0, most), 2, 2).Draw(t, "members")[rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "without"):],
			}
		}), 0, 8).Draw(t, "state"))
		of, both := s.least()
		images := 0
		s.permuted(func(image formed) {
			if images++; images%7 > 0 && images > 1 {
				return
			}
			state, sleep := r.of(image)
			check(t, state, of)
			check(t, [2]trace.Fingerprint{state, sleep}, "with its sleep set: "+both)
		})
	})
	if t.Logf("%d states and pairs, %d met again", len(texts), same); same < len(texts) {
		t.Errorf("%d states and pairs were met again, of %d", same, len(texts))
	}
}
