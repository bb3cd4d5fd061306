package testdata

import (
	"errors"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/copycompare/testdata/elsewhere"
)

var (
	errGone  = errors.New("gone")
	errStale = fmt.Errorf("stale: %w", errGone)
	leader   = &node{"leader"}
)

type node struct{ name string }

type reply struct {
	err  error
	node *node
}

func client(p *proc.P) {
	r := proc.Receive[reply](p)
	if r.err == errGone { // want `r.err is, or is in, a copy .* never equals errGone, which is a pointer`
		return
	}
	if errors.Is(r.err, errStale) { // want `never equals errStale`
		return
	}
	if elsewhere.ErrFull != proc.Receive[error](p) { // want `never equals elsewhere.ErrFull`
		return
	}
	switch r.err {
	case nil:
	case io.EOF: // want `never equals io.EOF`
	}
	err := r.err
	handle(p, err)
	p.Assert(r.node != leader, "another leader", "") // want `r.node is, or is in, a copy .* never equals leader`
}

func handle(p *proc.P, err error) {
	if err == errGone { // want `never equals errGone`
		p.Reach("gone")
	}
}

func tables(p *proc.P, t proc.Table[int, reply]) {
	if r, ok := t.Lookup(p, 1); ok && r.err == errGone { // want `never equals errGone`
		return
	}
	for _, row := range t.Select(p, func(_ int, r reply) bool { return r.err != errGone }) { // want `never equals errGone`
		if row.Value.err == errGone { // want `never equals errGone`
			return
		}
	}
	t.Await(p, 1, func(r reply) bool { return errors.Is(r.err, errGone) })                     // want `never equals errGone`
	switch m := p.Receive(proc.Where(func(r reply) bool { return r.err == errGone })).(type) { // want `never equals errGone`
	case reply:
		p.Assert(m.err != errGone, "not gone", "") // want `never equals errGone`
	}
}
