package trace

import (
	"fmt"
	"strconv"
	"strings"
)

// The ways in which a step of a schedule is found again.
const (
	ByFingerprint = "fingerprint"
	ByType        = "type"
)

// Like returns how the likeness of another event is the same: ByFingerprint, ByType, or "" if it is not.
func (l Likeness) Like(other Likeness) string {
	switch {
	case l.Unknown() || other.Unknown():
	case l.Message == other.Message:
		return ByFingerprint
	case l.Type == other.Type:
		return ByType
	}
	return ""
}

// Similar is a step of a replayed schedule for which a similar operation was executed.
type Similar struct {
	Step    int    `json:"step"`            // counted from 1
	Process string `json:"process"`         // that moved when the schedule was kept
	Event   string `json:"event,omitempty"` // of the step when the schedule was kept
	By      string `json:"by"`              // how the message is the same: ByFingerprint or ByType
	Now     string `json:"now"`             // the process and the operation that was executed
}

// String returns a sentence that begins with the step.
func (s Similar) String() string {
	return fmt.Sprintf("step %d of the schedule is found by %s (%s: %s): it is now %s", s.Step, s.By, s.Process, s.Event, s.Now)
}

// likenessMark comes between an event and its likeness, noLikeness after an event that could be mistaken for one with it.
const likenessMark, noLikeness = "  ## ", "none"

// FileLine returns the event as [Entry.Event] does, and the likeness of its message, if it has one.
func (e Entry) FileLine() string {
	event := e.Event()
	if !e.Likeness.Unknown() {
		return event + likenessMark + e.Likeness.String()
	}
	if text, _ := ParseFileLine(event); text != event {
		return event + likenessMark + noLikeness
	}
	return event
}

// ParseFileLine returns the event and the likeness in a result of [Entry.FileLine]. For an event alone the likeness is zero.
func ParseFileLine(kept string) (event string, l Likeness) {
	i := strings.LastIndex(kept, likenessMark)
	if i < 0 {
		return kept, l
	}
	rest := kept[i+len(likenessMark):]
	if rest == noLikeness {
		return kept[:i], l
	}
	message, err := strconv.ParseUint(rest[:min(8, len(rest))], 16, 32)
	if err != nil || len(rest) != 17 {
		return kept, l
	}
	kind, err := strconv.ParseUint(rest[9:], 16, 32)
	if l = (Likeness{uint32(message), uint32(kind)}); err != nil || l.String() != rest {
		return kept, Likeness{}
	}
	return kept[:i], l
}
