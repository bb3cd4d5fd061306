//go:build unix

package attack

// searchedSource is a package of models without mistakes.
const searchedSource = `package searched

import (
	"errors"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

func Models() []checker.Model {
	return []checker.Model{
		{Name: "large", Main: large},
		{Name: "mixed", Main: mixed, Violates: []string{"order", "low"}, Goals: []checker.Property{{Name: "three first"}},
			Rules: []checker.Rule{checker.Always(checker.Property{Name: "low"}, func(all []checker.Exposed[int]) error {
				if len(all) > 3 {
					return errors.New("all are exposed")
				}
				return nil
			})}},
		{Name: "race", Main: race, Violates: []string{"order"}},
	}
}

func large(p *proc.P) {
	me := p.Self()
	for i := range 7 {
		p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
	}
	for range 7 {
		p.Receive()
	}
}

func mixed(p *proc.P) {
	me := p.Self()
	t := proc.NewTable[string, int](p, "counts")
	for i := range 4 {
		p.Spawn("worker", func(p *proc.P) {
			n, _ := t.Lookup(p, "n")
			t.Insert(p, "n", n+1)
			proc.Expose(p, i)
			p.Send(me, i)
		})
	}
	first := proc.Receive[int](p)
	for range 3 {
		p.Receive()
	}
	if first == 3 {
		p.Reach("three first")
	}
	n, _ := t.Lookup(p, "n")
	p.Assert(first != 2 || n > 2, "order", "two came first, and %d were counted", n)
}

func race(p *proc.P) {
	me := p.Self()
	p.Spawn("left", func(p *proc.P) { p.Send(me, "a message from the left") })
	p.Spawn("right", func(p *proc.P) { p.Send(me, p.Choose(3)) })
	_, number := p.Receive().(int)
	p.Receive()
	p.Assert(!number, "order", "the number came first")
}
`

// badSource is the package of bad models, with the declarations of all, the code of their init, and of Models.
const badSource = `package bad

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

var fine = checker.Model{Name: "fine", Main: func(p *proc.P) { p.Choose(3) }}

// property returns a property with the name.
func property(name string) checker.Property { return checker.Property{Name: name} }

// otherwise keeps the compiler from recognizing an endless loop.
func otherwise() bool { return len(os.Args) > 1000 }

%s
func init() {
	switch os.Getenv("BAD_MODEL") {
%s	}
}

func Models() []checker.Model {
	switch os.Getenv("BAD_MODEL") {
%s	}
	return []checker.Model{fine}
}
`
