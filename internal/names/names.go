package names

import (
	"slices"
	"strconv"
	"strings"
)

// Name is the name of an actor, taken apart.
type Name struct {
	// Path leads to the process, or the process to which the actor belongs, from the first process or a child of it.
	Path   []Step
	Part   Part   // of the process; "" for the process itself
	Life   int    // of a timer, the life of its process; 0 for the first one
	Number int    // of a timer, or of the message of a channel for one message; 0 for the first timer, and for other actors
	To     []Step // the receiver of a channel, whose sender Path leads to; nil for other actors
}

// Step is a process among the children of another.
type Step struct {
	Label  string
	Life   int // of the parent; 0 for the first one
	Number int // among the steps of the same label and life, from 0
}

// Part is an actor that belongs to a process.
type Part string

// The parts.
const (
	Timer   Part = "timer"
	Faults  Part = "faults"
	Crashes Part = "crashes" // which belong to a pattern of names of nodes, or to the first process
	Clock   Part = "clock"
	Network Part = "network" // which belongs to the first process
)

var parts = [...]Part{Timer, Faults, Crashes, Clock, Network}

// Pieces of names besides labels, which have no '/' and no '#' from a model.
const (
	below  = "/"       // between a process and its child
	of     = "'s "     // between a process and its part
	number = "#"       // before a number
	inLife = "#life "  // before the number of a life
	sends  = " → "     // between the sender and the receiver of a channel
	nth    = " #"      // before the number of a message
	words  = " (life " // before the number of a life, in words
)

// Child returns the name of the nth process, counted from 1, with that label among the children that a process spawns in a
// life of it. The parent is "" for the first process.
func Child(parent, label string, life, n int) string {
	name := numbered(InLife(unmistakable(label), life), n)
	if parent != "" {
		name = parent + below + name
	}
	return name
}

// Of returns the name of the nth part, counted from 1, of a process in a life of it. Only timers have lives and numbers.
func Of(process string, p Part, life, n int) string {
	return numbered(InLife(process+of+string(p), life), n)
}

// Channel returns the name of the channel between two processes; if each message has its own, of the nth one, counted from 1.
// Otherwise n is 0.
func Channel(from, to string, n int) string {
	name := from + sends + to
	if n > 0 {
		name += nth + strconv.Itoa(n)
	}
	return name
}

// InLife returns a name of something that its process has made in a life, counted from 1. The first life adds nothing.
func InLife(name string, life int) string {
	if life < 2 {
		return name
	}
	return name + inLife + strconv.Itoa(life)
}

func numbered(name string, n int) string {
	if n < 2 {
		return name
	}
	return name + number + strconv.Itoa(n)
}

// unmistakable returns a form of a label that no name of a part and no name of a channel can have. It depends on the label
// only, because the existence of such an actor may differ between interleavings.
func unmistakable(label string) string {
	for _, p := range parts {
		if owner, ok := strings.CutSuffix(label, of+string(p)); ok {
			label = owner + of + number + string(p)
		}
	}
	if strings.Contains(" "+label+" ", sends) { // also at the beginning or the end of the label
		label = strings.ReplaceAll(label, "→", "→#") // each of them: " → → " has two that overlap
	}
	return label
}

// Ends returns the names of the processes at the ends of a channel, and whether the name is the name of a channel. If the channel
// is for one message, the number of the message follows the name of the second one. Otherwise Ends returns the name.
func Ends(name string) (from, to string, is bool) { return strings.Cut(name, sends) }

// Parse takes a name apart.
func Parse(name string) Name {
	process, last := cutNumber(name, number, 2)
	process, life := cutNumber(process, inLife, 2)
	for _, p := range parts {
		if owner, is := strings.CutSuffix(process, of+string(p)); is {
			return Name{Path: path(owner), Part: p, Life: life, Number: last}
		}
	}
	if from, to, is := Ends(name); is {
		to, n := cutNumber(to, nth, 1)
		return Name{Path: path(from), Number: n, To: path(to)}
	}
	return Name{Path: path(name)}
}

// path takes the name of a process apart.
func path(process string) (all []Step) {
	for label := range strings.SplitSeq(process, below) {
		var s Step
		label, s.Number = cutNumber(label, number, 2)
		s.Label, s.Life = cutNumber(label, inLife, 2)
		all = append(all, s)
	}
	return all
}

// cutNumber cuts off a number, least or more, with its mark at the end of a name. Without one it returns the name and 0.
func cutNumber(name, mark string, least int) (rest string, n int) {
	i := strings.LastIndex(name, mark)
	if i < 0 {
		return name, 0
	}
	digits := name[i+len(mark):]
	if n, err := strconv.Atoi(digits); err == nil && n >= least && strconv.Itoa(n) == digits {
		return name[:i], n
	}
	return name, 0
}

// Unnumbered returns the name of a timer or a channel without the numbers that tell it from others of its process.
func Unnumbered(name string) string {
	if !strings.Contains(name, number) {
		return name
	}
	n := Parse(name)
	n.Life, n.Number = 0, 0
	return n.String()
}

// String returns the name that Parse has taken apart.
func (n Name) String() string { return n.written(inSchedules) }

// Words returns the name in words: a life follows the number, in brackets.
func (n Name) Words() string { return n.written(inWords) }

// written returns the name, in which add puts a life and a number to the name of what was made.
func (n Name) written(add func(made string, life, n int) string) string {
	process := func(path []Step) string {
		var steps []string
		for _, s := range path {
			steps = append(steps, add(s.Label, s.Life, s.Number))
		}
		return strings.Join(steps, below)
	}
	switch name := process(n.Path); {
	case n.To != nil:
		return Channel(name, process(n.To), n.Number)
	case n.Part != "":
		return add(name+of+string(n.Part), n.Life, n.Number)
	default:
		return name
	}
}

func inSchedules(made string, life, n int) string { return numbered(InLife(made, life), n) }

func inWords(made string, life, n int) string {
	if made = numbered(made, n); life > 1 {
		made += words + strconv.Itoa(life) + ")"
	}
	return made
}

// Process returns the name of the process, or of the process to which the actor belongs.
func (n Name) Process() Name { return Name{Path: n.Path} }

// WithoutLives returns the name of a process without lives: the same for the processes that take its place in other lives.
func (n Name) WithoutLives() Name {
	n.Path = slices.Clone(n.Path)
	for i := range n.Path {
		n.Path[i].Life = 0
	}
	return n
}

// InWords returns a text with the lives of the names in it in words. No label has their mark.
func InWords(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, inLife)
		if b.WriteString(before); !found {
			return b.String()
		}
		digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
		life, rest := after[:digits], after[digits:]
		if text = rest; life == "" {
			b.WriteString(inLife)
			continue
		}
		if nth, is := strings.CutPrefix(rest, number); is {
			if k := len(nth) - len(strings.TrimLeft(nth, "0123456789")); k > 0 {
				b.WriteString(number + nth[:k])
				text = nth[k:]
			}
		}
		b.WriteString(words + life + ")")
	}
}
