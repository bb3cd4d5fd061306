package guard

import (
	"bytes"
	"context"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// The coroutine of a process has labels of package pprof. A goroutine inherits the labels of its
// creator, so all goroutines that descend from a process have its labels. A goroutine profile
// shows the labels, and so do profiles that a user takes of a search.
const (
	searchLabel  = "checkmodel.search"
	processLabel = "checkmodel.process"
)

// searches counts the watches, to number them: one program may search several times at once.
var searches atomic.Int64

// Labels returns a context with the labels for the goroutines of a process.
func (w *Watch) Labels(process string) context.Context {
	return pprof.WithLabels(context.Background(), pprof.Labels(searchLabel, w.search, processLabel, process))
}

// profileEntry is one entry of a goroutine profile: a goroutine, or several with the same calls and
// the same labels.
type profileEntry struct {
	process   string // the process that it descends from
	addresses string // return addresses of its calls, innermost first
}

// profile returns the goroutines that descend from processes of the search, except coroutines,
// which run only when they are resumed: processes, and generators of package iter.
func profile(search string) (found []profileEntry) {
	var text bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&text, 1); err != nil {
		panic("no goroutine profile: " + err.Error()) // writing to a buffer does not fail
	}
	var addresses string
	for line := range strings.Lines(text.String()) {
		if _, after, ok := strings.Cut(line, " @ "); ok && line[0] != '#' {
			addresses = after
		} else if labels, ok := strings.CutPrefix(line, "# labels: "); ok && labelIn(labels, searchLabel) == search {
			if g := (profileEntry{labelIn(labels, processLabel), addresses}); !isCoroutine(g.frames()) {
				found = append(found, g)
			}
		}
	}
	return found
}

// labelIn returns the label with the key, or "", from the labels of a profile, written as
// {"key":"value", "key":"value"}.
func labelIn(labels, key string) string {
	_, after, _ := strings.Cut(labels, strconv.Quote(key)+":")
	quoted, err := strconv.QuotedPrefix(after)
	if err != nil {
		return ""
	}
	value, _ := strconv.Unquote(quoted)
	return value
}

// frames returns the calls of the goroutine, innermost first, including calls of the runtime.
func (g *profileEntry) frames() []frame {
	var pcs []uintptr
	for address := range strings.FieldsSeq(g.addresses) {
		pc, err := strconv.ParseUint(address, 0, 64)
		if err != nil {
			panic("a goroutine profile has the address " + address)
		}
		pcs = append(pcs, uintptr(pc))
	}
	return framesOf(pcs)
}

// isCoroutine reports whether the calls belong to a suspended coroutine, or to the coroutine
// of a process that requests an operation and is about to be suspended.
func isCoroutine(frames []frame) bool {
	return len(frames) > 0 && frames[0].function == "runtime.coroswitch" ||
		slices.ContainsFunc(frames, func(f frame) bool { return f.function == house+"internal/world/program.(*Execution).request" })
}
