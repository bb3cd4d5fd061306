package story

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/report/document"
)

// Appearing returns the processes that take part in any event except the spawning of themselves, each once.
func Appearing(v *document.Violation) []string {
	appear := map[string]bool{}
	for i := range v.Trace {
		e := &v.Trace[i]
		appear[e.Process] = true
		if e.Kind != KindSpawn && e.Kind != KindTimer {
			appear[e.With] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(v.Actors), func(name string) bool {
		first := appear[name]
		delete(appear, name)
		return !first
	})
}
