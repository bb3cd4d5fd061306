package goroutine

import (
	"fmt"
	"path/filepath"
	"runtime"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/races"
	"github.com/checkmodel/checkmodel/proc"
)

// Acquire lets the goroutine know what was released at a part of an object.
func (g *Goroutine) Acquire(object, part int32) {
	g.world.races.Acquire(int32(g.actor.ID), races.Place{Object: object, Part: part})
}

// Release releases what the goroutine knows at a part of an object.
func (g *Goroutine) Release(object, part int32) {
	g.world.races.Release(int32(g.actor.ID), races.Place{Object: object, Part: part})
}

// Access notes that the goroutine accesses the word of memory at an address. A data race ends the interleaving. Access is called
// two functions below the code of the program, and three if the access is atomic.
func (g *Goroutine) Access(address unsafe.Pointer, k races.Kind) {
	w := g.world
	if g.over || w.ends != nil || w.now == nil || w.now.over {
		return
	}
	const depth = 3
	where := func() races.Where {
		at := races.Where{PC: caller(depth + 3)}
		if w.recording {
			at.Calls = Calls()
		}
		return at
	}
	before := w.races.Access(int32(g.actor.ID), address, k, where)
	if before == nil {
		return
	}
	other := w.actors[before.Actor].Name
	if w.recording {
		g.stack = append(append(Calls(), "before: "+other), before.Calls...)
	}
	g.EndAll(proc.NoRace, fmt.Sprintf("%s at %s what process %s %s at %s, and nothing orders the two", k, line(caller(depth+1)), other, before.Kind, line(before.PC)))
}

// caller returns the position in the code of a function that has called this one, of the given depth: 1 is the function that has.
func caller(depth int) uintptr {
	var pcs [1]uintptr
	runtime.Callers(depth+1, pcs[:])
	return pcs[0]
}

// line returns the file and the line of a position in the code.
func line(pc uintptr) string {
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
}
