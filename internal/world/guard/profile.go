package guard

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// Labels returns a context with the labels for the goroutines of a process.
func (w *Watch) Labels(process string) context.Context {
	return labelled(w.search, process)
}

// The coroutine of a process has labels of package pprof. A goroutine inherits those
// of the one that creates it, so all that come from a process have its labels, through
// any number of generations, also if those between have ended. A goroutine profile
// shows the labels, and so do profiles that a user takes of a search.
const (
	searchLabel  = "checkmodel.search"
	processLabel = "checkmodel.process"
)

// searches is how many watches have numbers. Others may search in the same program.
var searches atomic.Int64

// labelled returns a context with the labels of a process.
func labelled(search, process string) context.Context {
	return pprof.WithLabels(context.Background(), pprof.Labels(searchLabel, search, processLabel, process))
}

// profiled is what a goroutine profile says of one goroutine, or of several that are
// at the same place with the same labels.
type profiled struct {
	process   string // that it comes from
	addresses string // return addresses of its calls, innermost first
}

// profile returns the goroutines that come from processes of the search, but for coroutines:
// those of processes, and generators of package iter. They run only when they are resumed.
func profile(search string) (found []profiled) {
	var text bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&text, 1); err != nil {
		panic("checkmodel internal error: no goroutine profile: " + err.Error()) // a buffer takes all
	}
	var addresses string
	for line := range strings.Lines(text.String()) {
		if _, after, ok := strings.Cut(line, " @ "); ok && line[0] != '#' {
			addresses = after
		} else if labels, ok := strings.CutPrefix(line, "# labels: "); ok && labelIn(labels, searchLabel) == search {
			if g := (profiled{labelIn(labels, processLabel), addresses}); !isCoroutine(g.frames()) {
				found = append(found, g)
			}
		}
	}
	return found
}

// labelIn returns the label with the key among those of a profile, which are written
// {"key":"value", "key":"value"}; "" if there is none.
func labelIn(labels, key string) string {
	_, after, _ := strings.Cut(labels, strconv.Quote(key)+":")
	quoted, err := strconv.QuotedPrefix(after)
	if err != nil {
		return ""
	}
	value, _ := strconv.Unquote(quoted) // it is one
	return value
}

// frames returns the calls of the goroutine, innermost first, with those of the runtime.
func (g *profiled) frames() (all []runtime.Frame) {
	var pcs []uintptr
	for address := range strings.FieldsSeq(g.addresses) {
		pc, err := strconv.ParseUint(address, 0, 64)
		if err != nil {
			panic("checkmodel internal error: a goroutine profile has the address " + address)
		}
		pcs = append(pcs, uintptr(pc))
	}
	frames := runtime.CallersFrames(pcs)
	for more := len(pcs) > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		all = append(all, f)
	}
	return all
}

// isCoroutine reports whether the calls are those of a coroutine that is not being
// executed, or of one of a process that asks for an operation: it is about to be left.
func isCoroutine(frames []runtime.Frame) bool {
	return len(frames) > 0 && frames[0].Function == "runtime.coroswitch" ||
		slices.ContainsFunc(frames, func(f runtime.Frame) bool { return f.Function == house+"internal/world.(*Execution).request" })
}
