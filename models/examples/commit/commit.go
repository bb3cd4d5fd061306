// Package commit is two-phase commit: a coordinator asks all participants whether
// they can commit, decides, and tells them. A participant that has said yes must
// wait for the decision, however long that takes.
package commit

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "commit",
			Doc:  "Participants wait for the decision.",
			Main: variant{}.coordinate, Properties: properties, Goals: goals,
		},
		{
			Name: "commit-impatient",
			Doc:  "A participant that waits too long for the decision aborts by itself.",
			Main: variant{impatient: true}.coordinate, Properties: properties, Goals: goals,
			Violates: []string{agreement},
		},
		{
			Name: "commit-assumes-yes",
			Doc:  "The coordinator counts a vote that does not come in time as a yes.",
			Main: variant{assumesYes: true}.coordinate, Properties: properties, Goals: goals,
			Violates: []string{validity},
		},
	}
}

const (
	agreement = "agreement"
	validity  = "validity"
)

var properties = []checker.Property{
	{Name: agreement, Doc: "Either all participants commit or none does."},
	{Name: validity, Doc: "No participant commits unless all have voted yes."},
}

// goals lists what must be possible. A coordinator that always aborts violates no property.
var goals = []checker.Property{
	{Name: "committed", Doc: "All vote yes, in time."},
	{Name: "aborted", Doc: "One votes no, or too late."},
}

// variant is the difference between the models.
type variant struct {
	impatient, assumesYes bool
}

const participants = 3

type (
	prepare struct{}
	vote    struct {
		From proc.PID
		Yes  bool
	}
	decision struct{ Commit bool }
	outcome  struct {
		From           proc.PID
		Yes, Committed bool
	}
)

func (d decision) String() string {
	if d.Commit {
		return "committed"
	}
	return "aborted"
}

// coordinate is the first process. In the end it judges the decisions of all.
func (v variant) coordinate(p *proc.P) {
	coordinator := p.Self()
	var all []proc.PID
	for range participants {
		all = append(all, p.Spawn("participant", func(p *proc.P) { v.participate(p, coordinator) }))
	}
	for _, participant := range all {
		p.Send(participant, prepare{})
	}
	d := decision{Commit: v.poll(p, all)}
	p.Reach(d.String())
	for _, participant := range all {
		p.Send(participant, d)
	}

	for _, participant := range all {
		o := proc.Receive(p, func(o outcome) bool { return o.From == participant })
		p.Assert(o.Yes || !d.Commit, validity, "the decision is to commit, and %v has voted no", participant)
		p.Assert(o.Committed == d.Commit, agreement, "the coordinator committed: %t; %v committed: %t", d.Commit, participant, o.Committed)
	}
}

// poll collects the votes and returns the decision. A vote that does not come in time counts as a no, or as a yes with assumesYes.
func (v variant) poll(p *proc.P, all []proc.PID) bool {
	for _, participant := range all {
		answer, ok := proc.ReceiveTimeout(p, func(m vote) bool { return m.From == participant })
		if !ok && v.assumesYes {
			continue
		}
		if !ok || !answer.Yes {
			return false
		}
	}
	return true
}

func (v variant) participate(p *proc.P, coordinator proc.PID) {
	proc.Receive[prepare](p)
	yes := proc.Pick(p, true, false)
	p.Send(coordinator, vote{p.Self(), yes})
	p.Send(coordinator, outcome{p.Self(), yes, yes && v.awaitDecision(p)})
}

// awaitDecision waits for the decision.
func (v variant) awaitDecision(p *proc.P) bool {
	if v.impatient {
		d, ok := proc.ReceiveTimeout[decision](p)
		return ok && d.Commit
	}
	return proc.Receive[decision](p).Commit
}
