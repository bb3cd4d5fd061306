package checker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// relaying sends 1 and 2 from a to b, and 3 over c, which comes after them unless a message is late.
func relaying(p *proc.P) {
	b := p.Spawn("b", func(p *proc.P) {
		seen := ""
		for range 3 {
			seen += fmt.Sprint(proc.Receive[int](p))
		}
		p.Assert(false, seen, "it is seen")
	})
	c := p.Spawn("c", func(p *proc.P) { p.Send(b, proc.Receive[int](p)) })
	p.Spawn("a", func(p *proc.P) {
		p.Send(b, 1)
		p.Send(b, 2)
		p.Send(c, 3)
	})
}

// What travels between some processes is delivered in another way than the rest; the first link that matches counts.
func TestDeliveryByLink(t *testing.T) {
	for d, want := range map[proc.Delivery]string{
		proc.Instant.Between("a", "b", proc.Channel):                                 "123 132 312",
		proc.Instant.Between("a", "b", proc.Bag):                                     "123 132 213 231 312 321",
		proc.Instant.Between("c", "b", proc.Bag):                                     "123",
		proc.Channel.Between("a", "", proc.Instant):                                  "123",
		proc.Bag.Between("a", "b", proc.Instant).Between("", "b", proc.Bag):          "123",
		proc.Bag.Between("[ab]", "*", proc.Channel).Between("a", "b", proc.Instant):  "123 132 312",
		proc.Instant.Between("nobody", "", proc.Bag).Between("a", "b", proc.Channel): "123 132 312",
	} {
		for _, o := range []Options{{Algorithm: Naive}, {Algorithm: Optimal}, {Algorithm: Source}, {Algorithm: States}, {Algorithm: States, LateDelivery: true}, {Algorithm: States, ReceivePatterns: true}} {
			if o.Algorithm == Naive && !testsize.Long() {
				continue
			}
			o.Delivery, o.Until = d, UntilEnd
			r := resultOf(t, Model{Name: "relaying", Main: relaying}, o)
			var seen []string
			for _, v := range r.Violations {
				seen = append(seen, v.Property)
			}
			if got := strings.Join(sorted(seen), " "); got != want {
				t.Errorf("%s, late %v, with %s: %s; want %s", o.Algorithm, o.LateDelivery, d, got, want)
			}
		}
	}
}

// A link that matches nothing is an error of the model, as its name may be wrong; so is a message to a name that may arrive at once or not.
func TestWrongLinks(t *testing.T) {
	named := func(p *proc.P) {
		p.Register("server", p.Spawn("server", func(p *proc.P) { p.Receive() }))
		p.SendName("server", 1)
	}
	for _, c := range []struct {
		delivery proc.Delivery
		main     func(*proc.P)
		want     string
	}{
		{proc.Instant.Between("a", "bb", proc.Bag), relaying, "checker.Model.Delivery has the link a → bb: bag, but no such process sends anything"},
		{proc.Instant.Between("main", "server", proc.Bag), named, "SendName: some messages arrive at once and some later"},
		{proc.Instant.Between("[", "server", proc.Bag), named, `its part "[" is not a valid pattern`},
		{proc.Instant.Between("main", "server", "pigeon"), named, `its part "pigeon" must be one of instant, channel, bag`},
		{proc.Bag.Between("main", "server", proc.Channel), named, ""},
	} {
		for _, a := range []Algorithm{Optimal, States} {
			_, err := Check(t.Context(), Model{Name: "m", Main: c.main, Delivery: c.delivery}, Options{Algorithm: a, Until: UntilEnd})
			if text := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(text, c.want) {
				t.Errorf("%s, with %s: %v", a, c.delivery, err)
			}
		}
	}
}
