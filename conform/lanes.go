package conform

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/systemlog"
)

// lanes are the lines of a log that say something, those of each node in their order.
type lanes struct {
	all   []systemlog.Line
	wants [][]any // the events that each line may stand for
	names []string
	lines [][]int // of each lane: indices of all
	lane  []int   // of each line
	needs [][]int // of each line, for each lane: how many of its lines come before
}

// newLanes returns the lanes of a log in the order that the options admit. It returns an error if there is no line, or no order.
func newLanes(log []systemlog.Line, meaning func(systemlog.Line) systemlog.Meaning, o *Options) (*lanes, error) {
	if meaning == nil {
		meaning = systemlog.Named
	}
	if !o.Total {
		log = byTime(log)
	}
	l := &lanes{}
	numbers := map[string]int{}
	for _, line := range log {
		m := meaning(line)
		if len(m.Events) == 0 {
			continue
		}
		if m.Node == "" {
			m.Node = line.Node
		}
		k, known := numbers[m.Node]
		if !known {
			k = len(l.names)
			numbers[m.Node] = k
			l.names, l.lines = append(l.names, m.Node), append(l.lines, nil)
		}
		l.lines[k] = append(l.lines[k], len(l.all))
		l.all, l.wants, l.lane = append(l.all, line), append(l.wants, m.Events), append(l.lane, k)
	}
	if len(l.all) == 0 {
		return nil, fmt.Errorf("no line of the log says anything: it is empty, or each line has a Meaning without events")
	}
	if err := l.backward(); err != nil {
		return nil, err
	}
	l.order(o)
	return l, l.circular()
}

// byTime returns the lines in the order of their times, in which they guide the search best. The lines of each node stay in their order.
func byTime(log []systemlog.Line) []systemlog.Line {
	latest, at := map[string]time.Time{}, map[int]time.Time{} // of each node so far, and of each line
	for _, l := range log {
		if l.Time.After(latest[l.Node]) {
			latest[l.Node] = l.Time
		}
		at[l.Number] = latest[l.Node]
	}
	log = slices.Clone(log)
	slices.SortStableFunc(log, func(a, b systemlog.Line) int { return at[a.Number].Compare(at[b.Number]) })
	return log
}

// backward returns an error if the clock of a node goes backward in its lines.
func (l *lanes) backward() error {
	for _, lines := range l.lines {
		for i := 1; i < len(lines); i++ {
			a, b := &l.all[lines[i-1]], &l.all[lines[i]]
			if a.Lamport > 0 && b.Lamport > 0 && b.Lamport <= a.Lamport || a.Vector != nil && b.Vector != nil && b.Vector[b.Node] < a.Vector[a.Node] {
				return fmt.Errorf("the clock of %s goes backward from line %d to line %d of the log; the lines of a node must be in their order", a.Node, a.Number, b.Number)
			}
		}
	}
	return nil
}

// order computes the needs of each line.
func (l *lanes) order(o *Options) {
	l.needs = make([][]int, len(l.all))
	for i := range l.all {
		l.needs[i] = make([]int, len(l.names))
		for lane, lines := range l.lines {
			if lane == l.lane[i] {
				continue
			}
			n := 0
			if k := len(l.own(i)); k > 0 { // the needs of the previous line
				n = l.needs[l.own(i)[k-1]][lane]
			}
			for n < len(lines) && l.before(lines[n], i, o) {
				n++
			}
			l.needs[i][lane] = n
		}
	}
}

// own returns the earlier lines of the lane of a line.
func (l *lanes) own(line int) []int {
	all := l.lines[l.lane[line]]
	n, _ := slices.BinarySearch(all, line)
	return all[:n]
}

// before reports whether a line comes before one of another lane.
func (l *lanes) before(a, b int, o *Options) bool {
	if o.Total {
		return a < b
	}
	x, y := &l.all[a], &l.all[b]
	switch {
	case x.Vector != nil && y.Vector != nil:
		return x.Vector[x.Node] <= y.Vector[x.Node]
	case x.Lamport > 0 && y.Lamport > 0:
		return x.Lamport < y.Lamport
	case o.ClockError > 0 && !x.Time.IsZero() && !y.Time.IsZero():
		return y.Time.Sub(x.Time) > 2*o.ClockError
	}
	return false
}

// circular returns an error if the clocks contradict themselves, so that no order of all lines obeys them.
func (l *lanes) circular() error {
	at := make([]int, len(l.names))
	for done := 0; done < len(l.all); {
		stuck := -1
		for lane := range l.names {
			for n := l.next(at, lane); n >= 0; n = l.next(at, lane) {
				if !l.allowed(at, n) {
					stuck = n
					break
				}
				at[lane]++
				done++
			}
		}
		if done < len(l.all) && stuck >= 0 && !l.moves(at) {
			return fmt.Errorf("the clocks of the log contradict themselves: line %d (%s) comes after a line that comes after it", l.all[stuck].Number, l.all[stuck].Node)
		}
	}
	return nil
}

// moves reports whether some line is allowed at a position.
func (l *lanes) moves(at []int) bool {
	for lane := range l.names {
		if n := l.next(at, lane); n >= 0 && l.allowed(at, n) {
			return true
		}
	}
	return false
}

// next returns the index of the next line of a lane at a position, or -1.
func (l *lanes) next(at []int, lane int) int {
	if lane < 0 || at[lane] == len(l.lines[lane]) {
		return -1
	}
	return l.lines[lane][at[lane]]
}

// allowed reports whether a line may come at a position.
func (l *lanes) allowed(at []int, line int) bool {
	for lane, n := range l.needs[line] {
		if at[lane] < n {
			return false
		}
	}
	return true
}

// may reports whether a line may stand for an event.
func (l *lanes) may(line int, event any) bool {
	for _, want := range l.wants[line] {
		if is(want, event) {
			return true
		}
	}
	return false
}

// speaks reports whether some line is about announced values of the type of this one.
func (l *lanes) speaks(event any) bool {
	for _, wants := range l.wants {
		for _, want := range wants {
			if about(want, event) {
				return true
			}
		}
	}
	return false
}

// unknown reports whether a line stands for events by name only, and no announced value of the search has such a name.
func (s *search) unknown(line int) bool {
	for _, want := range s.wants[line] {
		n, named := want.(systemlog.ByName)
		if !named {
			return false
		}
		for t := range s.spoken {
			if strings.EqualFold(t.Name(), n.Name) {
				return false
			}
		}
	}
	return true
}

// fateOf returns how many crashes and restarts in turn the lines of a lane tell, and whether each of these lines can be nothing else.
func (l *lanes) fateOf(lane int) (n int32, clear bool) {
	if lane < 0 {
		return 0, true
	}
	for _, line := range l.lines[lane] {
		crash, restart := l.may(line, systemlog.Crash{}), l.may(line, systemlog.Restart{})
		switch {
		case (crash || restart) && len(l.wants[line]) > 1:
			return 0, false
		case crash && n%2 == 0, restart && n%2 == 1:
			n++
		case crash || restart: // no model does that
			return n, true
		}
	}
	return n, true
}
