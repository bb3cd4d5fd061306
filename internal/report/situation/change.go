package situation

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace"
)

// change is a difference between two places of an interleaving.
type change struct {
	of     string // a process, a table, a property, or "" for anything else
	what   string // the part of it that differs
	before string // "" if it was not there
	after  string // "" if it is gone
	// mail is the message that arrives, or has been taken, if the change is one of the mailbox.
	mail    trace.Mail
	arrives bool
	broken  bool // it is a property that is violated now
}

// The parts of a process or a table, except states and keys, which have names.
const (
	changedBegins  = "begins"
	changedDoes    = "does"
	changedMailbox = "mailbox"
	changedHolds   = "property"
)

// ChangesOf returns the changes between two places: processes first, in the order of their starts, then tables and
// the rest, then properties. It returns nil if before is nil.
func ChangesOf(before, now *checker.Place) []change {
	if before == nil {
		return nil
	}
	var c changes
	for i := range now.Processes {
		p := &now.Processes[i]
		k := slices.IndexFunc(before.Processes, func(q trace.Standing) bool { return q.Process == p.Process })
		if k < 0 {
			c.add(p.Process, changedBegins, "", doing(p))
			c.process(&trace.Standing{Process: p.Process, Operation: p.Operation, Limit: p.Limit, CanMove: p.CanMove, Ended: p.Ended}, p)
		} else {
			c.process(&before.Processes[k], p)
		}
	}
	c.tables(before.Tables, now.Tables)
	c.add("", "clock", before.Clock, now.Clock)
	c.add("", "network cut", before.Parted, now.Parted)
	c.add("", "faults left", strings.Join(before.Faults, "; "), strings.Join(now.Faults, "; "))
	for i := range now.Judgments {
		j := &now.Judgments[i]
		k := slices.IndexFunc(before.Judgments, func(k checker.Judgment) bool { return k.Name == j.Name })
		was := ""
		if k >= 0 {
			was = Standing(&before.Judgments[k])
		}
		if is := Standing(j); is != was {
			c.all = append(c.all, change{of: j.Name, what: changedHolds, before: was, after: is, broken: j.Standing == checker.Broken})
		}
	}
	return c.all
}

// difference cuts the common beginning and end of two texts, from one field or element to another.
func difference(before, after string) (was, is string) {
	from, to := 0, 0
	for i := 0; i < min(len(before), len(after)) && before[i] == after[i]; i++ {
		if strings.ContainsRune("{[ ", rune(before[i])) && (i == 0 || before[i-1] != ':') {
			from = i + 1
		}
	}
	for i := 1; i <= min(len(before), len(after))-from && before[len(before)-i] == after[len(after)-i]; i++ {
		if strings.ContainsRune("}],", rune(before[len(before)-i])) {
			to = i
		}
	}
	if min(len(before), len(after)) <= from+to { // a text has nothing else
		return before, after
	}
	cut := func(text string) string {
		middle := text[from : len(text)-to]
		if from > 0 {
			middle = "…" + middle
		}
		if to > 0 {
			middle += "…"
		}
		return middle
	}
	return cut(before), cut(after)
}

// doing returns the operation that a process asks for, or waits for.
func doing(p *trace.Standing) string {
	switch {
	case p.Ended && p.Operation == "":
		return "has ended"
	case p.CanMove:
		return "next: " + story.Pending(p.Operation, p.Process, p.Limit)
	case p.Operation == "":
		return "waits for a decision about its faults"
	}
	return "waits: " + story.Pending(p.Operation, p.Process, p.Limit)
}

func Standing(j *checker.Judgment) string {
	if j.Explanation == "" {
		return string(j.Standing)
	}
	return string(j.Standing) + ": " + j.Explanation
}

// changes collects changes.
type changes struct{ all []change }

func (c *changes) add(of, what, before, after string) {
	if before != after {
		c.all = append(c.all, change{of: of, what: what, before: before, after: after})
	}
}

// process compares a process with its previous standing.
func (c *changes) process(before, now *trace.Standing) {
	c.mailbox(now.Process, before.Mailbox, now.Mailbox)
	boards := map[string]bool{}
	for _, s := range slices.Concat(now.Exposed, before.Exposed) {
		if !boards[s.Board] {
			boards[s.Board] = true
			c.add(now.Process, "exposes", exposedOn(before.Exposed, s.Board), exposedOn(now.Exposed, s.Board))
		}
	}
	c.add(now.Process, "loop", before.Turn, now.Turn)
	c.add(now.Process, "disk", before.Disk, now.Disk)
	c.add(now.Process, "faults to come", before.Faults, now.Faults)
	c.add(now.Process, changedDoes, doing(before), doing(now))
}

// exposedOn returns the state that is exposed on a board, or "".
func exposedOn(states []trace.ExposedState, board string) string {
	for _, s := range states {
		if s.Board == board {
			return s.Text
		}
	}
	return ""
}

// mailbox adds the messages that have left a mailbox, and the new ones. The order does not matter.
func (c *changes) mailbox(of string, before, now []trace.Mail) {
	left := slices.Clone(now)
	for _, m := range before {
		if i := slices.Index(left, m); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			c.all = append(c.all, change{of: of, what: changedMailbox, mail: m})
		}
	}
	for _, m := range left {
		c.all = append(c.all, change{of: of, what: changedMailbox, mail: m, arrives: true})
	}
}

func (c *changes) tables(before, now []trace.Table) {
	rows := func(tables []trace.Table, name string) (rows []trace.Row, exists bool) {
		i := slices.IndexFunc(tables, func(t trace.Table) bool { return t.Name == name })
		if i < 0 {
			return nil, false
		}
		return tables[i].Rows, true
	}
	value := func(rows []trace.Row, key string) string {
		for _, r := range rows {
			if r.Key == key {
				return r.Value
			}
		}
		return ""
	}
	for _, t := range now {
		was, existed := rows(before, t.Name)
		if !existed {
			c.add(t.Name, "table", "", "new")
		}
		keys := map[string]bool{}
		for _, r := range slices.Concat(was, t.Rows) {
			if !keys[r.Key] {
				keys[r.Key] = true
				c.add(t.Name, r.Key, value(was, r.Key), value(t.Rows, r.Key))
			}
		}
	}
	for _, t := range before {
		if _, exists := rows(now, t.Name); !exists {
			c.add(t.Name, "table", "exists", "")
		}
	}
}
