package checktest_test

import (
	"fmt"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/proc"
)

// The effects of options. In a test they follow the models:
//
//	func TestModels(t *testing.T) { checktest.RunAll(t, Models(), checktest.Bound(4)) }
func ExampleOption() {
	var o checktest.Options
	for _, set := range []checktest.Option{
		checktest.DelayBound(6), checktest.MaxInterleavings(1_000), checktest.Until(checker.UntilEnd),
		checktest.Patience(time.Minute), checktest.TrustModel(), checktest.RequireComplete(),
	} {
		set(&o)
	}
	fmt.Println(o.Bound.Kind(), o.Bound.Limit(), o.MaxInterleavings, o.Until, o.TrustModel, o.RequireComplete)
	// Output: delay 6 1000 end true true
}

// An option of your own can set anything in Options.
func ExampleOptions() {
	slowly := func(o *checktest.Options) { o.Delivery = proc.Bag }
	var o checktest.Options
	for _, set := range []checktest.Option{checktest.Bound(2), slowly} {
		set(&o)
	}
	fmt.Println(o.Bound.Limit(), o.Delivery)
	// Output: 2 bag
}
