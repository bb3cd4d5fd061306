package testdata

import (
	crypto "crypto/rand"
	"hash/maphash"
	"math/rand"
	v2 "math/rand/v2"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/globalrand/testdata/elsewhere"
)

func process(p *proc.P) {
	p.Send(p.Self(), rand.Intn(2))      // want `rand\.Intn is random`
	p.Send(p.Self(), v2.IntN(2))        // want `rand\.IntN is random`
	rand.Shuffle(2, func(i, j int) {})  // want `rand\.Shuffle is random`
	crypto.Read(make([]byte, 1))        // want `rand\.Read is random`
	crypto.Reader.Read(make([]byte, 1)) // want `rand\.Reader is random`
	p.Send(p.Self(), elsewhere.Draw())  // want `Draw is random \(elsewhere\.draw -> rand\.Int at vet/globalrand/testdata/elsewhere/elsewhere\.go:13\)`
	p.Send(p.Self(), elsewhere.Key())   // want `Key is random \(elsewhere\.source -> rand\.Reader at `
	maphash.MakeSeed()                  // want `maphash\.MakeSeed is random`
}
