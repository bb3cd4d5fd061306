package checktest_test

import (
	"fmt"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
)

// What options ask for. In a test they stand behind the models:
//
//	func TestModels(t *testing.T) { checktest.RunAll(t, Models(), checktest.Bound(4)) }
func ExampleOption() {
	var o checker.Options
	for _, set := range []checktest.Option{
		checktest.DelayBound(6), checktest.MaxInterleavings(1_000), checktest.KeepGoing(),
		checktest.Patience(time.Minute), checktest.TrustModel(),
	} {
		set(&o)
	}
	fmt.Println(o.Bound.Name(), o.Bound.Limit(), o.MaxInterleavings, o.KeepGoing, o.TrustModel)
	// Output: delay 6 1000 true true
}
