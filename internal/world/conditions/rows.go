package conditions

import (
	"fmt"
	"maps"
	"sync"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// SelectRows returns the condition of a Select or an Await. whose names it in errors.
func (c *Evaluator) SelectRows(whose string, match func(key, value any) bool) effects.RowPatterns {
	return &rowSelection{Evaluator: c, whose: whose, match: match}
}

// rowSelection is a condition on rows that remembers its results. It is safe for concurrent use.
type rowSelection struct {
	*Evaluator
	whose string // operation
	match func(key, value any) bool
	mu    sync.Mutex
	known map[row]bool
}

type row struct{ key, value trace.ValueID }

// MatchRow implements effects.RowPatterns.
func (s *rowSelection) MatchRow(key, value trace.ValueID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := row{key, value}
	if known, ok := s.known[r]; ok {
		return known
	}
	if s.known == nil {
		s.known = map[row]bool{}
	}
	s.known[r] = s.evaluate(r)
	return s.known[r]
}

func (s *rowSelection) evaluate(r row) bool {
	return s.hold(
		func() bool { return s.match(s.values.Get(r.key), s.values.Get(r.value)) },
		func() string { return s.text(r) })
}

func (s *rowSelection) text(r row) string {
	return fmt.Sprintf("the condition of %s, asked about the row %s → %s,",
		s.whose, s.values.Text(r.key), s.values.Text(r.value))
}

func (s *rowSelection) Recheck(other any) (n int, difference string) {
	o := other.(*rowSelection)
	s.mu.Lock()
	asked := maps.Clone(s.known)
	s.mu.Unlock()
	for r, known := range asked {
		n++
		if matches := o.evaluate(r); matches != known {
			return n, differs(s.text(r), matches)
		}
	}
	return n, ""
}

func (s *rowSelection) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = nil
}
