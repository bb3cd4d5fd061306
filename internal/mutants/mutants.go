package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is a change of the source text that makes the checker wrong.
type mutant struct {
	name   string
	file   string // from the root of the repository
	old    string // occurs once in the file
	new    string // takes the place of that
	broken string // what is wrong then
	// nothing says why the change makes no difference that a test could see; "" if
	// it should be caught.
	nothing string
	// open says what is known of one of which it is not known what catches it.
	open string
}

// mutants are all there are, in the order of the table.
var mutants = slices.Concat(worldMutants, relationMutants, orderMutants, searchMutants, taskMutants, checkerMutants)

// dir returns the package of the change.
func (m mutant) dir() string { return path.Dir(m.file) }

// digest tells the change from others.
func (m mutant) digest() string {
	sum := sha256.Sum256([]byte(m.file + "\x00" + m.old + "\x00" + m.new))
	return fmt.Sprintf("%x", sum[:6])
}

// text returns the file as it is, in a copy of the repository, and as it is with
// the change.
func (m mutant) text(root string) (was, becomes string, err error) {
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.file)))
	if err != nil {
		return "", "", err
	}
	was = string(b)
	if n := strings.Count(was, m.old); n != 1 {
		return "", "", fmt.Errorf("the text to replace occurs %d times in %s, not once", n, m.file)
	}
	return was, strings.Replace(was, m.old, m.new, 1), nil
}
