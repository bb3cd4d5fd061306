package rules

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/program"
)

// TestChanges: all rules about a board that can tell an order change together, and others stay.
func TestChanges(t *testing.T) {
	right := func([]Announcement) error { return nil }
	states, events := program.States[int](), program.Events[string]()
	named := func(name string, r Rule) Rule {
		r.Name = name
		return r
	}
	always, finally := named("always", Always(states, 0, right)), named("finally", Finally(states, 0, right))
	living := named("living", Always(states, 0, right))
	living.Living = true
	monitor := named("monitor", Monitor(events, 0, func() func(string, any) error { return func(string, any) error { return nil } }))
	for _, c := range []struct {
		rules List
		want  string
	}{
		{List{finally}, "[]"},
		{List{always, finally}, "[at the end of [always], leaves 2]"},
		{List{always, living, finally}, "[at the end of [always living], leaves 3 not living of [always living], leaves 3]"},
		{List{monitor, always}, "[without of [monitor], leaves 1 at the end of [always], leaves 2]"},
	} {
		all := []string{}
		for _, change := range c.rules.Changes() {
			all = append(all, fmt.Sprintf("%s of %v, leaves %d", change.Change, change.Remedy.Rules, len(change.Rules)))
			for _, r := range change.Rules {
				if r.Living && change.Change != "without" || !r.Orderless() && change.Change == "at the end" && r.Board == states && change.About == states.String() {
					t.Errorf("%v: after the change %s, the rule %s can tell an order", c.want, change.Change, r.Name)
				}
			}
		}
		if got := fmt.Sprint(all); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestCommon: what interleavings have shown is counted for each rule, and known to all.
func TestCommon(t *testing.T) {
	c := NewCommon(List{{Name: "a"}, {Name: "b"}, {Name: "goal", Goal: true}}, nil)
	c.Show(1, true)
	c.Count(Coverage{Asserted: 1, shown: 1, judged: 1 | 4})
	c.Count(Coverage{judged: 1})
	if shown := fmt.Sprint(c.Shown(true)); shown != "[0 1]" {
		t.Errorf("something was shown to the rules %s", shown)
	}
	got := c.AddJudged(map[string]int{"a": 5}, func(number int) string { return fmt.Sprint("property ", number) })
	if want := "map[a:7 property 0:1]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}
