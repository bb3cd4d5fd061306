package explicit_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// state is the state of a program. It is plain data, without pointers. A step changes a copy;
// elements of slices are never changed in place, so copies share them.
type state struct {
	Processes map[string]process
	Channels  map[[2]string][]parcel // the parcels on their way from one process to another
	Alone     map[[2]string][]parcel // those that may overtake others
	Timers    map[string]timer       // the timers that have not expired
	Time      map[string]int         // the time is that of "now"
	Links     map[[2]string]bool     // between lives of processes
	Monitors  map[string]monitor     // by ref
	Holders   map[string]string      // by name
	Tables    map[string]table       // the existing tables, by their identity
	Named     map[string]string      // tables by name
	Shown     map[string]shape       // the state that each process has exposed last
	Faults    map[string]budget      // the faults that may still happen are those of "left"
	Disks     map[string]disk        // by node
	Network   map[string]network     // the partition is that of "now"
}

// process is a process, even after its end.
type process struct {
	Code    int // the index of its instructions; see code
	PC      int // the next instruction
	Last    int // what it has learnt last, as a number
	Saying  string
	Got     string // the last message
	Log     string // all that it has learnt, and announced
	Mailbox []mail
	Daemon  bool
	Home    string // the node to which it belongs; "" if there is none
	Life    int    // counted from 1; a restart begins another one
	Clock   fate   // of a node: usual, slow or fast
	Jumped  int    // of a node: by how many ticks its clock has jumped
	Answers origin // to which node and life a message is an answer: that of the message it has taken last
	Traps   bool
	MustEnd ending
	End     ending // how it has ended

	Aftermath []parcel // what follows from its end
	Told      told     // whether a process has been told of its end

	Child, Ref, Timer     string // the last
	Spawned, Refs, Timers int    // their numbers
	Again                 timer  // what Timer does if it is reset; of no process if it has a duration
	Made                  [2]int // number of attempts to create a table, by name
	Tables                []string
}

// ending is the end of a process, or one that it must come to.
type ending struct {
	Reason string // "" if there is none
	Wanted bool   // requested by a process, or a fault, so it is no violation
	Fault  bool   // it is a crash of the node itself
}

func (p *process) ended() bool { return p.End.Reason != "" }

// mail is a message in a mailbox.
type mail struct {
	Text    string
	Brought string // the monitor that sent it, if one did
	Faulty  bool   // it may be lost
	Once    string // who has sent it unless it was on its way; "" for others
	Origin  origin // of a message that an ended life does not send any more
}

// origin is a node in one of its lives; the zero origin is none.
type origin struct {
	Node string
	Life int
}

// parcel is an effect of one process on another that is to be delivered.
type parcel struct {
	What     string // "message", "signal", "down" or "release"
	From, To string
	Text     string // the message
	Sent     bool   // by an instruction for messages, so that it may be lost
	Origin   origin // of a message
	ByName   bool   // sent to a name
	For      int    // of a message: the life of the receiver for which it is; 0 for any
	Fate     fate
	Once     bool      // sent unless it was on its way
	Reason   string    // of a signal
	Link     [2]string // of a signal that is sent because of it
	Life     int       // of a signal by a link: the life of the receiver that was linked
	Kill     bool
	Wanted   bool
	Ref      string // of a monitor
	Table    string
}

// timer is a timer that has not expired.
type timer struct {
	By        string // the process that has started it
	To, Text  string
	Deadline  int  // none if it may expire at any moment
	Cancelled bool // only if it has a deadline; others are gone then
}

// due reports whether the timer can expire now.
func (s state) due(t timer) bool {
	for _, other := range s.Timers {
		if t.Deadline != none && other.Deadline != none && other.Deadline < t.Deadline {
			return false
		}
	}
	return true
}

// monitor is a monitor that has not sent its message.
type monitor struct {
	By, Of  string
	Lives   [2]int // of these
	Undone  bool
	Flushed bool // undone with a flush
}

// table is a table that exists.
type table struct {
	Name        string
	Owner, Heir string
	Bequest     string // the name by which the heir gets to know the table
	Data        int
	Rows        [rows]int // none if there is no row
}

const none = -1

// told says whether a process was told of an end.
type told int

const (
	untold  told = iota
	unheard      // the process to be told had ended, or had flushed the message
	heard
)

func (s state) clone() state {
	return state{maps.Clone(s.Processes), maps.Clone(s.Channels), maps.Clone(s.Alone), maps.Clone(s.Timers), maps.Clone(s.Time), maps.Clone(s.Links),
		maps.Clone(s.Monitors), maps.Clone(s.Holders), maps.Clone(s.Tables), maps.Clone(s.Named), maps.Clone(s.Shown), maps.Clone(s.Faults), maps.Clone(s.Disks), maps.Clone(s.Network)}
}

// key returns a text that identifies the state. (Maps are printed in the order of their keys.)
func (s state) key() string { return fmt.Sprintf("%v", s) }

// with changes a process.
func (s state) with(name string, change func(*process)) {
	p := s.Processes[name]
	change(&p)
	s.Processes[name] = p
}

// linkOf is the place of the link between two lives of processes.
func linkOf(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// appended returns a new slice with further elements.
func appended[T any](all []T, more ...T) []T { return slices.Concat(all, more) }

// byPlace orders processes by their place in the spawn tree: parents first, and then by name. In
// this order linked processes are told of an end.
func byPlace(a, b string) int {
	depth := func(name string) int {
		if name == "main" {
			return 0
		}
		return 1 + strings.Count(name, "/")
	}
	return cmp.Or(cmp.Compare(depth(a), depth(b)), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// outcome describes a final state: what each process has learnt, how it ended or that it waits, and
// the messages left in its mailbox, without their order, which no process may know.
func (s state) outcome() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Processes)) {
		p := s.Processes[name]
		var left []string
		if !p.ended() {
			for _, m := range p.Mailbox {
				left = append(left, m.Text)
			}
		}
		b.WriteString(describe(name, p.Log, p.End.Reason, left))
	}
	return b.String()
}

// describe describes a process at the end; reason is "" for one that waits.
func describe(name, log, reason string, left []string) string {
	if reason != "" {
		return fmt.Sprintf("%s:%s; %s\n", name, log, reason)
	}
	slices.Sort(left)
	return fmt.Sprintf("%s:%s; waits beside %q\n", name, log, left)
}
