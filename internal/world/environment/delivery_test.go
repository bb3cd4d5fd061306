package environment

import (
	"slices"
	"testing"
)

// The text form of a delivery has its parts, whatever the patterns are.
func TestDeliveryAsText(t *testing.T) {
	for want, d := range map[Delivery]Delivery{
		"instant; a* → all: bag":                        Delivery("").Between("a*", "", Bag),
		"bag; all → b: channel; [xy]/1 → *2: instant":   Bag.Between("", "b", Channel).Between("[xy]/1", "*2", Instant),
		`channel; "all" → *: bag`:                       Channel.Between("all", "*", Bag),
		`channel; "a; b → c: bag" → "two words": bag`:   Channel.Between("a; b → c: bag", "two words", Bag),
		"channel; \"a\\\\*\" → \"\\\"quoted\\\"\": bag": Channel.Between(`a\*`, `"quoted"`, Bag),
	} {
		if d != want {
			t.Errorf("it is %q, want %q", d, want)
		}
		rest, links, err := d.links()
		again := rest
		for _, l := range links {
			again = again.Between(l.from, l.to, l.delivery)
		}
		if again != d || err != nil || len(links) == 0 {
			t.Errorf("of %q, the parts are %q and %q (%v)", d, rest, links, err)
		}
	}
	if rest, links, err := Delivery("").links(); rest != Instant || links != nil || err != nil {
		t.Errorf("of none, the parts are %q and %q (%v)", rest, links, err)
	}
	for _, wrong := range []Delivery{"pigeon", "instant; a → b", "instant; a → b: pigeon", "bag;", "instant; [ → b: bag", "pigeon; a → b: bag", Bag.Between("a", "b", "").Between("a", "b", Bag)} {
		if wrong.Check() == nil {
			t.Errorf("nothing is wrong with %q", wrong)
		}
	}
	if d := Instant.Between("a", "b", Bag); !d.Delays() || Instant.Delays() || !slices.Contains(Deliveries(), Channel) {
		t.Errorf("%q delays nothing, or %q does", d, Instant)
	}
}
