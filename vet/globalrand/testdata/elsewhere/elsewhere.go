// Package elsewhere draws random numbers; no process is executed in it.
package elsewhere

import (
	"bufio"
	crypto "crypto/rand"
	"math/rand/v2"
)

// Draw draws through another function.
func Draw() int { return draw() }

func draw() int { return rand.Int() }

// From draws from a generator that belongs to the caller.
func From(r *rand.Rand) int { return r.Int() }

var source = bufio.NewReader(crypto.Reader)

// Key draws from a variable of the package.
func Key() (b byte) {
	b, _ = source.ReadByte()
	return b
}
