package main

import (
	"crypto/sha256"
	"fmt"
	"slices"
)

// mutant is a change of the source text that makes the checker wrong.
type mutant struct {
	name   string
	in     string // the function, as TYPE.METHOD or FUNCTION; a hint if that is not there
	old    string // a fragment that occurs once
	new    string // the fragment that takes its place
	broken string // what is wrong then
	// nothing says why the change makes no difference that a test could see; "" if
	// it should be caught.
	nothing string
	// open says what is known of one of which it is not known what catches it.
	open string
}

// mutants are all there are, in the order of the table.
var mutants = slices.Concat(worldMutants, relationMutants, orderMutants, searchMutants, taskMutants, checkerMutants)

// digest tells the change from others.
func (m mutant) digest() string {
	sum := sha256.Sum256([]byte(m.old + "\x00" + m.new))
	return fmt.Sprintf("%x", sum[:6])
}
