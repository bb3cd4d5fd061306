package testdata

import (
	"log"
	"os"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/programexit/testdata/elsewhere"
)

// Nothing of this ends the program.
func ends(p *proc.P) {
	elsewhere.Note(nil)
	log.Print("so far")
	exit := exiter{}
	exit.Exit(1)
	p.Exit("it is enough")
}

// What is called like it may be something else.
type exiter struct{}

func (exiter) Exit(int) {}

// No process calls it.
func main() { os.Exit(0) }

func allowed(p *proc.P) {
	os.Exit(3) //checkmodel:allow programexit this is what the test is about
}
