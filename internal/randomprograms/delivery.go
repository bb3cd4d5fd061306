package randomprograms

import (
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// ByLink is a delivery by channels, and in a bag between some processes of drawn programs.
var ByLink = proc.Channel.Between("p[13]", "", proc.Bag).Between("*", "*p2", proc.Bag)

// DrawDelivery draws a delivery that is another one for some of the processes p0, p1 and so on.
func DrawDelivery(t *rapid.T) proc.Delivery {
	one := rapid.SampledFrom(proc.Deliveries())
	names := rapid.SampledFrom([]string{"", "p0", "p1", "p[02]", "main", "p*", "*child"})
	d := one.Draw(t, "delivery of the rest")
	for range rapid.IntRange(1, 2).Draw(t, "links") {
		d = d.Between(names.Draw(t, "from"), names.Draw(t, "to"), one.Draw(t, "delivery"))
	}
	return d
}

// Deliveries draws a delivery.
var Deliveries = rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag, ByLink})
