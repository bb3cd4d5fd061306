package story

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/trace"
)

// TestNamesInWords: names are without their common prefix, and lives are in words, in names and in texts, except within quotes.
func TestNamesInWords(t *testing.T) {
	v := &document.Violation{
		Actors: []string{"main", "pool", "pool/a", "pool/a#2", "pool/b#life 2#3", "pool/a's timer#2", "pool/a's network"},
		Trace: []trace.Entry{
			{Number: 1, Process: "pool/a → pool/b#life 2#3", Operation: `deliver "pool/a" to pool/b#life 2#3`, With: "pool/b#life 2#3"},
			{Number: 2, Process: "pool/a's timer#2", Operation: "expire: send spool/a to pool/c", With: "pool/a"},
		},
	}
	c, legend := InWords(v, false)
	for _, it := range [][2]string{
		{c.Trace[0].Process, "a → b#3 (life 2)"}, {c.Trace[0].With, "b#3 (life 2)"}, {c.Trace[0].Operation, `deliver "pool/a" to b#3 (life 2)`},
		{c.Trace[1].Process, "a's timer#2"}, {c.Trace[1].Operation, "expire: send spool/a to pool/c"},
		{legend, "Names are without pool/ in front: a, b#3"},
	} {
		if it[0] != it[1] {
			t.Errorf("there is %q, want %q", it[0], it[1])
		}
	}
	if c, legend := InWords(v, true); c.Trace[0].Process != "pool/a → pool/b#3 (life 2)" || legend != "" {
		t.Errorf("in full it is %q with the legend %q", c.Trace[0].Process, legend)
	}
	v.Actors = append(v.Actors, "a") // which a nested name would look like
	if c, _ := InWords(v, false); c.Trace[0].With != "pool/b#3 (life 2)" {
		t.Errorf("with another process of that name it is %q", c.Trace[0].With)
	}
}
