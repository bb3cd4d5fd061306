package testdata

import (
	"math/rand/v2"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/globalrand/testdata/elsewhere"
)

// Every alternative is explored, and the generator is the process's own.
func own(p *proc.P) {
	p.Send(p.Self(), p.Choose(2))
	generator := rand.New(rand.NewPCG(1, 2))
	p.Send(p.Self(), generator.IntN(2))
	p.Send(p.Self(), elsewhere.From(generator))
}

// No process calls it.
func seed() uint64 { return rand.Uint64() }

func allowed(p *proc.P) {
	p.Logf("%d", rand.Int()) //checkmodel:allow globalrand the line is only looked at
}
