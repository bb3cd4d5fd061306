package story

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/report/document"
)

// The arrow is never shortened, whichever of the names is long.
func TestShortenWho(t *testing.T) {
	for want, who := range map[string]party{
		"client → server":                only("client → server"),
		"supervisor/…ner#2 → supervisor": only("supervisor/owner#2 → supervisor"),
		"main ⇄ supervisor/owne…a/table": {"main", exchanges, "supervisor/owner#2/a/table"},
		"supervisor/owne…a/table → main": {"supervisor/owner#2/a/table", sendsTo, "main"},
		"supervis…/one → supervis…/two":  {"supervisor/owner/one", sendsTo, "supervisor/owner/two"},
		"a process with a ve…w anywhere": only("a process with a very long name that has no arrow anywhere"),
		"a ⇄ is no arrow in …of another": only("a ⇄ is no arrow in the middle of the name of another"),
	} {
		if got := NamesOf(&document.Violation{}).Who(30, who); got != want {
			t.Errorf("%q is %q, want %q", who, got, want)
		}
	}
}
