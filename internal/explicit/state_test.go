package explicit_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// state is all that there is at one moment. It is plain data, without pointers. A step changes a copy; what
// slices hold is never changed in place, so copies share it.
type state struct {
	Processes map[string]process
	Channels  map[[2]string][]parcel // what is on its way from one process to another
	Timers    map[string]timer       // those that are still to expire
	Links     map[[2]string]bool
	Monitors  map[string]monitor // by ref
	Holders   map[string]string  // of names
	Tables    map[string]table   // by what they were when they were created; those that there are
	Named     map[string]string  // tables by name
	Shown     map[string]int     // what each process has exposed last
}

// process is one of them, also behind its end.
type process struct {
	Code    int // which instructions; see code
	PC      int // the next of them
	Last    int // what it has learnt last, as a number
	Saying  string
	Got     string // the last message
	Log     string // all that it has learnt, and announced
	Mailbox []mail
	Daemon  bool
	Traps   bool
	Doom    doom
	End     doom // how it has ended

	Farewell []parcel // what follows from its end
	Told     told     // whether somebody has been told of its end

	Child, Ref, Timer     string // the last
	Spawned, Refs, Timers int    // how many
	Made                  [2]int // tables by name, tried to
	Tables                []string
}

// doom is an end that a process has come to, or must come to.
type doom struct {
	Reason string // "" as long as there is none
	Wanted bool   // somebody asked for it, so it is no crash
}

func (p *process) ended() bool { return p.End.Reason != "" }

// mail is a message in a mailbox.
type mail struct {
	Text    string
	Brought string // the monitor that has brought it, if one has
}

// parcel is what is to happen to a process on behalf of another one.
type parcel struct {
	What     string // "message", "signal", "down" or "release"
	From, To string
	Text     string // the message
	Reason   string // of a signal
	ByLink   bool
	Kill     bool
	Wanted   bool
	Ref      string // of a monitor
	Table    string
}

// timer is one that is still to expire.
type timer struct{ To, Text string }

// monitor is one that was made, and has not brought its message.
type monitor struct {
	By, Of  string
	Undone  bool
	Flushed bool // when it was undone
}

// table is one that exists.
type table struct {
	Name        string
	Owner, Heir string
	Bequest     string // by what name the heir will know the table
	Data        int
	Rows        [rows]int // none where there is no row
}

const none = -1

// told says whether somebody was told of an end.
type told int

const (
	toNobody told = iota
	inVain        // somebody was to be told who had ended, or had flushed that
	toSomebody
)

func (s state) clone() state {
	return state{maps.Clone(s.Processes), maps.Clone(s.Channels), maps.Clone(s.Timers), maps.Clone(s.Links), maps.Clone(s.Monitors),
		maps.Clone(s.Holders), maps.Clone(s.Tables), maps.Clone(s.Named), maps.Clone(s.Shown)}
}

// key returns what no other state has. (Maps are printed in the order of their keys.)
func (s state) key() string { return fmt.Sprintf("%v", s) }

// with changes a process.
func (s state) with(name string, change func(*process)) {
	p := s.Processes[name]
	change(&p)
	s.Processes[name] = p
}

// linkOf is the place of the link between two processes.
func linkOf(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// appended returns the slice with more behind it, without changing what others see.
func appended[T any](all []T, more ...T) []T { return slices.Concat(all, more) }

// byPlace orders processes by their place in the spawn tree: parents first, and then by name. That is the order in which
// those linked with a process get to know of its end.
func byPlace(a, b string) int {
	depth := func(name string) int {
		if name == "main" {
			return 0
		}
		return 1 + strings.Count(name, "/")
	}
	return cmp.Or(cmp.Compare(depth(a), depth(b)), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// outcome describes a state in which nothing can go on: what each process has learnt, how it ended or that it
// waits, and what is left in its mailbox. (In which order that came may be
// known to nobody.)
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
