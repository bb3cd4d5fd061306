package checktest

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/report/advice"
)

// judge logs the verdict, and fails the test if the model does not behave as it declares.
func (c *check) judge(r *checker.Result) {
	c.Helper()
	it := c.item(r)
	c.publish(it)
	c.Logf("%s", advice.Sentence(it))
	if never := advice.Gaps(text(), r.Gaps); never != "" {
		c.Logf("%s", never)
	}
	if !r.Expected {
		c.Errorf("%s", complaint(c.model, r))
	}
	if r.Options.Replay == nil && r.Cut() {
		c.cut = &it
	}
	if !r.Explored() && r.Stop == checker.OutOfMemory {
		c.Errorf("nothing was explored: the memory limit of %s was reached too soon; give the test more (-checkmodel.memory SIZE)", memory.Size(r.Options.Memory))
	} else if !r.Explored() {
		c.Errorf("nothing was explored: the time for this model was up too soon; give the test more (go test -timeout)")
	}
	if len(r.Skipped) > 0 && r.Violating == 0 {
		c.Errorf("the replay found nothing, but did not follow its schedule: %s; the first: %s", advice.Misfit(r), r.Skipped[0])
	}
	if c.options.RequireComplete && r.Options.Replay == nil && r.Cut() {
		short := ""
		if testing.Short() {
			short = " (-short is one)"
		}
		c.Errorf("the search is required to be complete, and was cut: %s; let it have no limit%s", advice.Sentence(it), short)
	}
}
