package main

import (
	"crypto/sha256"
	"fmt"
	"slices"
)

// mutant is a change of the source that makes the checker wrong. It says what it
// changes as Go code, without a file or a line: expressions of a list or operands of a
// chain, statements, or clauses of a switch. They are found wherever they are, however
// they are formatted, and also if some of their names have changed since; new gets the
// names that there are now. If old is all names and blocks that occur elsewhere too, it
// needs some of what is around it, which new has again. In old and new, etc stands for
// what may be any code and stays: an expression, or the rest of a list.
type mutant struct {
	name string
	// in is the function, as TYPE.METHOD or FUNCTION. If there is none of the name any
	// more, old must tell by itself where it belongs.
	in     string
	old    string // occurs once in the function, or else in the module
	new    string // takes its place; "" removes it
	broken string // what is wrong then
	// nothing says why the change makes no difference that a test could see; "" if
	// it should be caught.
	nothing string
}

// mutants are all there are, in the order of the table.
var mutants = slices.Concat(worldMutants, relationMutants, orderMutants, searchMutants, taskMutants, boundMutants, statesMutants, faultsMutants, timeMutants, disksMutants, networkMutants, partitionMutants, livenessMutants, savingMutants, playerMutants, checkerMutants, claimsMutants, samplingMutants, minimizeMutants, byHandMutants)

// digest tells the change from others.
func (m mutant) digest() string {
	sum := sha256.Sum256([]byte(m.old + "\x00" + m.new))
	return fmt.Sprintf("%x", sum[:6])
}
