package conform

import (
	"context"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/systemlog"
)

// Span is a number of lines of a node, from its first one on.
type Span struct {
	Node        string
	Lines       int
	First, Last int // their numbers in the file
}

// smallest returns the lines that do not fit alone. A log that does not fit cannot fit with more lines, so the number of lines of each node is
// found by bisection. All searches together explore a few times the pairs of the first one.
func smallest(ctx context.Context, m *checker.Model, first *search, o Options) ([]Span, error) {
	p := &part{lanes: first.lanes, first: make([]int, len(first.names))}
	for lane := range p.names {
		p.first[lane] = len(p.lines[lane])
	}
	left := 4*first.pairs + 10_000
	fails := func() (bool, error) {
		log := p.log()
		if len(log) == 0 || left <= 0 || ctx.Err() != nil {
			return false, nil
		}
		o.MostStates, o.part = left, true
		s, given, err := find(ctx, m, log, &o)
		if err != nil {
			return false, err
		}
		left -= s.pairs
		return !s.fits && !given, nil
	}
	if err := p.cut(first.best, fails); err != nil {
		return nil, err
	}
	for lane := range p.names {
		if err := p.shorten(lane, fails); err != nil {
			return nil, err
		}
	}
	return p.spans(), nil
}

// part is a part of the lines of a log: the first ones of each lane, and all faults.
type part struct {
	*lanes
	first []int
}

// cut leaves out what comes after the first line that does not fit in each lane, if the rest fails.
func (p *part) cut(best []int, fails func() (bool, error)) error {
	all := p.first
	p.first = make([]int, len(all))
	for lane := range all {
		p.first[lane] = min(best[lane]+1, all[lane])
	}
	failed, err := fails()
	if !failed {
		p.first = all
	}
	return err
}

// shorten finds the least number of lines of a lane with which the part fails.
func (p *part) shorten(lane int, fails func() (bool, error)) error {
	least, most := 0, p.first[lane]
	for n := 0; least < most; n = (least + most) / 2 { // first without any
		p.first[lane] = n
		failed, err := fails()
		if err != nil {
			return err
		}
		if failed {
			most = n
		} else {
			least = n + 1
		}
	}
	p.first[lane] = most
	return nil
}

// has reports whether the part has the kth line of a lane.
func (p *part) has(lane, k int) bool {
	line := p.lines[lane][k]
	return k < p.first[lane] || p.may(line, systemlog.Crash{}) || p.may(line, systemlog.Restart{})
}

// log returns the lines of the part in their order.
func (p *part) log() (log []systemlog.Line) {
	next := make([]int, len(p.names)) // line of each lane
	for line := range p.all {
		lane := p.lane[line]
		if p.has(lane, next[lane]) {
			log = append(log, p.all[line])
		}
		next[lane]++
	}
	return log
}

// spans describes the part.
func (p *part) spans() (all []Span) {
	for lane, n := range p.first {
		if n > 0 {
			lines := p.lines[lane]
			all = append(all, Span{p.names[lane], n, p.all[lines[0]].Number, p.all[lines[n-1]].Number})
		}
	}
	return all
}

// spans returns the spans in words.
func spans(all []Span) string {
	var words []string
	for _, s := range all {
		switch {
		case s.Lines == 1:
			words = append(words, fmt.Sprintf("line %d of %s", s.First, s.Node))
		default:
			words = append(words, fmt.Sprintf("the first %d lines of %s, up to line %d", s.Lines, s.Node, s.Last))
		}
	}
	return strings.Join(words, "; ")
}
