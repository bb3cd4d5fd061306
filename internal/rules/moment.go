package rules

// Finding is a violation that a rule has found, or the moment at which a goal is reached.
type Finding struct {
	Process string // that has just announced something; "" at the end
	Text    string // the rule's error
	events  int    // number of events that show it
	cut     []int  // the positions of the events that show it, if it was found at a cut
}

// moment is a point of an interleaving at which a rule is evaluated.
type moment struct {
	process string // that has just announced something; "" at the end
	events  int    // number of events before
	shown   bool   // something was announced before
	state   any    // of an automaton
	of      *cuts  // whose current cut the moment is; nil in the interleaving as executed
}

// evidence returns the positions of the events that show the moment.
func (at *moment) evidence() []int {
	if at.of != nil {
		return at.of.evidence()
	}
	return shows(at.process, at.events)
}

// judge judges an interleaving, which has the given number of events, by its announcements, and sets at to
// the moment of each evaluation. With anew, each evaluation gets its own copies. Evaluation at cuts ends
// when goesOn returns false.
func (r *Rule) judge(shown []Announcement, events int, at *moment, anew bool, goesOn func() bool) *Finding {
	for i := range shown {
		if a := &shown[i]; !a.ended {
			a.Given, a.anew = a.values.Value(a.number), anew
		}
	}
	if len(shown) > 0 && shown[0].needs != nil {
		return r.judgeCuts(shown, at, goesOn)
	}
	referee := r.Begin()
	for _, a := range shown {
		*at = moment{process: a.Process, events: a.events, shown: at.shown || !a.ended}
		if wrong := referee.See(a); wrong != nil {
			return &Finding{Process: a.Process, Text: wrong.Error(), events: a.events}
		}
	}
	if referee.State != nil {
		at.state = referee.State()
	}
	if referee.end == nil {
		return nil
	}
	*at = moment{events: events, shown: at.shown}
	if wrong := referee.end(); wrong != nil {
		return &Finding{Text: wrong.Error(), events: events}
	}
	return nil
}

// judgeCuts judges the cuts of the announcements while goesOn returns true.
func (r *Rule) judgeCuts(shown []Announcement, at *moment, goesOn func() bool) *Finding {
	c := newCuts(shown)
	for c.next() && goesOn() {
		states, last := c.states()
		*at = moment{process: last.Process, events: last.events, shown: true, of: c}
		if reached := r.holds(states); reached != nil {
			return &Finding{last.Process, reached.Error(), last.events, c.evidence()}
		}
	}
	return nil
}

// shows returns the evidence of a finding after the given number of events: the position of the last
// event if this is the announcement of a process, or the positions of all events if the finding is at the
// end.
func shows(process string, events int) []int {
	if process != "" {
		return []int{events - 1}
	}
	return Everything(events)
}

// Everything returns the positions of so many events.
func Everything(events int) []int {
	all := make([]int, events)
	for i := range all {
		all[i] = i
	}
	return all
}
