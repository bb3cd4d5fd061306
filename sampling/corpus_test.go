package sampling

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// fromSteps returns a run of single steps of actors.
func fromSteps(actors ...uint64) *parent {
	p := new(parent)
	for _, a := range actors {
		p.Steps, p.Ends = append(p.Steps, move{Actor: a}), append(p.Ends, 0)
	}
	return p
}

// after makes an event a direct successor of others. It must be called for events in their order.
func (p *parent) after(j int, before ...int32) {
	p.Before = append(p.Before, before...)
	for k := j; k < len(p.Ends); k++ {
		p.Ends[k] = int32(len(p.Before))
	}
}

// TestReverse reverses the race of the events 1 and 5. The events 2 and 6 follow from the first, and 4 as the next one of its actor; 3
// does not.
func TestReverse(t *testing.T) {
	p := fromSteps(10, 11, 12, 13, 11, 14, 15)
	p.after(2, 1)
	p.after(5, 3)
	p.after(6, 2, 5)
	p.Races = [][2]int32{{1, 5}}
	d := &draw{rand: rand.New(rand.NewPCG(1, 2))}
	var c change
	c.vary(d, &corpus{recent: []*parent{p}}, reversed)
	var got []uint64
	for _, m := range c.steps {
		got = append(got, m.Actor)
	}
	if want := []uint64{10, 13, 14, 11, 12, 11, 15}; !slices.Equal(got, want) || c.parent != p {
		t.Errorf("the steps are %v, want %v", got, want)
	}
}

// TestCorpus learns from three runs, of which one is of a known class.
func TestCorpus(t *testing.T) {
	c := newCorpus()
	first, second := fromSteps(1, 2), fromSteps(2, 1)
	c.add(finding{shown: []sight{{100, 0}, {200, 1}}, parent: first})
	c.add(finding{shown: []sight{{200, 0}, {300, 1}}, parent: second, from: first, maker: joined})
	c.add(finding{shown: []sight{{400, 0}}, parent: fromSteps(3), again: true})
	c.learn()
	for hash, want := range map[uint64]feature{100: {100, 1, first, 0}, 200: {200, 2, first, 1}, 300: {300, 1, second, 1}, 400: {400, 1, nil, 0}} {
		if got := c.features[hash]; got == nil || *got != want {
			t.Errorf("the feature %d is %+v, want %+v", hash, got, want)
		}
	}
	if len(c.parented) != 3 || len(c.recent) != 2 || first.Children != 1 {
		t.Errorf("%d features have a parent, %d runs are recent, the first has %d children", len(c.parented), len(c.recent), first.Children)
	}
	if want := [makers]yield{drawn: {2, 4}, joined: {1, 2}}; c.yields != want { // new: 100, 200, 400 and two classes
		t.Errorf("the yields are %v, want %v", c.yields, want)
	}
	c.forget()
	if c.features[200].parent != nil || c.features[300].parent != second {
		t.Error("the most frequent feature has a parent, or a rare one has none")
	}
}

// TestGoals: a run that reaches a goal is kept up to there, a run that goes on from it is not another way to it, but may be one to
// a further goal.
func TestGoals(t *testing.T) {
	c := newCorpus()
	for range 20 {
		c.add(finding{})
	}
	first, second := fromSteps(1, 2, 3, 4, 5, 6), fromSteps(1, 2, 5, 6)
	first.Races = [][2]int32{{0, 1}, {1, 3}, {3, 5}}
	c.add(finding{goals: []sight{{100, 1}}, parent: first})
	c.learn()
	if got := c.rareGoals(); len(got) != 1 || got[0] != c.goals[0] {
		t.Fatalf("the rare goals are %+v", got)
	}
	d := &draw{rand: rand.New(rand.NewPCG(1, 2))}
	var change change
	different := 0
	for range 100 {
		change.goOn(d, c, c.rareGoals())
		if want := first.Steps[:2]; change.parent != first || change.kept != 2 || !slices.Equal(change.steps[:2], want) {
			t.Errorf("the run goes on from %v, keeps %d steps of %v; want %v", change.parent, change.kept, change.steps, want)
		}
		if !slices.Equal(change.steps, first.Steps) {
			different++
		}
	}
	if different < 50 {
		t.Errorf("only %d runs of 100 go on in another way", different)
	}
	c.add(finding{goals: []sight{{100, 1}, {200, 3}}, kept: change.kept, parent: second, from: change.parent})
	c.learn()
	for i, want := range []goal{{100, 1, []*way{{first, 1}}, 0}, {200, 0, []*way{{second, 3}}, 0}} {
		if got := c.goals[i]; !reflect.DeepEqual(*got, want) {
			t.Errorf("the goal is %+v, want %+v", got, want)
		}
	}
	if got := c.rareGoals(); len(got) != 2 {
		t.Errorf("the rare goals are %+v", got)
	}
	for range maxWays + 1 {
		c.add(finding{goals: []sight{{100, 0}}, parent: fromSteps(1)})
	}
	c.learn()
	if got := c.rareGoals(); len(c.goals[0].ways) != maxWays || len(got) != 1 || got[0].hash != 200 {
		t.Errorf("%d ways to a goal are kept, and the rare goals are %+v", len(c.goals[0].ways), got)
	}
}

// TestSavedCorpus: a corpus that was saved in the middle of a generation is the same.
func TestSavedCorpus(t *testing.T) {
	c := newCorpus()
	p := fromSteps(1, 2)
	p.after(1, 0)
	c.add(finding{shown: []sight{{100, 0}, {200, 1}}, goals: []sight{{300, 1}}, parent: p})
	c.learn()
	c.add(finding{shown: []sight{{200, 0}}, goals: []sight{{300, 0}}, maker: resumed, kept: 1, parent: fromSteps(7), from: p})
	text, err := json.Marshal(c.save())
	if err != nil {
		t.Fatal(err)
	}
	saved := new(Corpus)
	if err := json.Unmarshal(text, saved); err != nil {
		t.Fatal(err)
	}
	if got := saved.corpus(); !reflect.DeepEqual(got, c) || got.pending[0].from != got.recent[0] || got.goals[0].ways[0].parent != got.recent[0] {
		t.Errorf("%+v, want %+v", got, c)
	}
}

// TestRecent: a full list of recent runs replaces the oldest one.
func TestRecent(t *testing.T) {
	c := newCorpus()
	for i := range maxRecent + 2 {
		c.take(&finding{parent: fromSteps(uint64(i))})
	}
	if len(c.recent) != maxRecent || c.recent[1].Steps[0].Actor != maxRecent+1 || c.recent[2].Steps[0].Actor != 2 {
		t.Errorf("%d runs are recent: %+v", len(c.recent), c.recent[:3])
	}
}

// TestShares: a maker has the larger a share, the more its runs have shown that was new. One that has had no runs counts as average.
func TestShares(t *testing.T) {
	c := newCorpus()
	c.yields = [makers]yield{drawn: {200, 200}, reversed: {100, 300}, resumed: {100, 50}, joined: {100, 100}}
	s := c.shares()
	if !(s[reversed] > s[reordered] && s[reordered] > s[drawn] && s[drawn] > s[joined] && s[joined] > s[resumed]) {
		t.Errorf("the shares are %v", s)
	}
	runs := [makers]int{}
	for i := range 1_000 {
		runs[c.maker(float64(i)/1_000)]++
	}
	if runs[reversed] < 900 || runs[resumed] > 10 || runs[drawn] <= runs[joined] {
		t.Errorf("of 1000 runs, the makers have %v", runs)
	}
	c.yields = [makers]yield{drawn: {100, 0}}
	if got := c.maker(0.5); got != drawn {
		t.Errorf("without anything new, the maker is %d", got)
	}
}
