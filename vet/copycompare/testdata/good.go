package testdata

import (
	"errors"

	"github.com/checkmodel/checkmodel/proc"
)

// Errors that compare by what they say.
type refused string

func (r refused) Error() string { return string(r) }

var (
	errRefused error = refused("refused")
	zero             = node{}
)

type row struct {
	err  error
	node node
}

func comparesValues(p *proc.P) {
	r := proc.Receive[row](p)
	if r.err == errRefused || errors.Is(r.err, errRefused) || r.node == zero || r.err == nil {
		return
	}
}

// An error that was never sent is the one in the variable.
func check(n int) error {
	if n > 1 {
		return errGone
	}
	return nil
}

func comparesOwn(p *proc.P) {
	n := proc.Receive[int](p)
	if err := check(n); errors.Is(err, errGone) || err == errGone {
		return
	}
	if proc.Pick(p, errGone, errStale) == errGone {
		return
	}
	//checkmodel:allow copycompare that it is never so is what is shown here
	p.Assert(proc.Receive[error](p) != errGone, "it is a copy", "")
}

// What may also be an error of one's own is one.
func isGone(err error) bool { return err == errGone }

func both(p *proc.P) {
	p.Assert(!isGone(check(2)), "not gone", "")
	p.Assert(!isGone(proc.Receive[error](p)), "not gone", "")
	err := proc.Receive[error](p)
	if err == nil {
		err = check(3)
	}
	p.Assert(err != errGone, "not gone", "")
}

// The errors of files are returned by the operations themselves.
func recovers(p *proc.P) []int {
	values, err := proc.File[int]("log").Read(p)
	if errors.Is(err, proc.ErrTorn) {
		return nil
	}
	return values
}
