package rules

// Outside judges one execution that no search controls, by a rule.
type Outside struct {
	rule    *Rule
	referee Referee
}

// Ended stands for the end of a process.
type Ended struct{}

// Outside begins to judge an execution. It returns nil if the rule is empty.
func (r *Rule) Outside() *Outside {
	if r.Begin == nil {
		return nil
	}
	return &Outside{rule: r, referee: r.Begin()}
}

// See must be called with each value that a process shows, and with Ended, in their order. It returns the error of the rule, which is
// ErrReached if a goal is reached.
func (o *Outside) See(process string, value any) error {
	_, ended := value.(Ended)
	if ended && !o.rule.Living {
		return nil
	}
	return o.referee.See(Announcement{Process: process, Given: value, ended: ended})
}

// End returns the error of a rule about the end, after the last value.
func (o *Outside) End() error {
	if o.referee.end == nil || o.rule.Possible {
		return nil
	}
	return o.referee.end()
}
