package chainrepl

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

func TestJudge(t *testing.T) {
	var (
		red  = revision{1, "red"}
		blue = revision{2, "blue"}

		foundNone = result{status: found}
		foundRed  = result{found, red}
		gaveUp    = result{status: noAnswer}
	)
	chain := func(a, b, c revision) []holding { return []holding{{"A", a}, {"B", b}, {"C", c}} }
	// good is an outcome that violates nothing; the cases differ from it.
	good := outcome{
		updates: []result{{accepted, red}, {accepted, blue}},
		reads:   readerDone{foundNone, foundRed},
		chain:   chain(blue, blue, blue),
	}
	tests := []struct {
		name string
		edit func(*outcome)
		want string // the violation
	}{
		{"all is well", func(o *outcome) {}, ""},
		{"reads are not answered", func(o *outcome) { o.reads = readerDone{foundRed, gaveUp} }, ""},
		{"an update is refused", func(o *outcome) {
			o.updates[1] = result{status: refused}
			o.chain = chain(red, red, red)
		}, ""},
		{"a read goes back", func(o *outcome) { o.reads = readerDone{foundRed, foundNone} },
			"monotonic reads: the first read found red (revision 1) and the second found nothing"},
		{"an update is lost", func(o *outcome) { o.chain = chain(blue, blue, red) },
			"durability: blue (revision 2) was acknowledged, and in the end the tail has red (revision 1)"},
		{"an update overtakes", func(o *outcome) { o.chain = chain(blue, red, blue) },
			"chain order: in the end a server has something newer than the one before it: " +
				"A: blue (revision 2), B: red (revision 1), C: blue (revision 2)"},
		{"an update is applied twice", func(o *outcome) {
			again := revision{3, "red"}
			o.chain = chain(again, again, again)
		}, "applied once: 2 writers have written once each, and in the end the head has red (revision 3)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := good
			o.updates = append([]result{}, good.updates...)
			test.edit(&o)
			r := check(t, checker.Model{Name: "judge", Main: func(p *proc.P) { judge(p, o) }}, checker.Options{})
			var got string
			for _, v := range r.Violations {
				got = v.Property + ": " + v.Explanation
			}
			if got != test.want {
				t.Errorf("got violation %q, want %q", got, test.want)
			}
		})
	}
}

// What models declare must be what is listed for reports.
func TestPropertiesAreListed(t *testing.T) {
	for _, v := range variants {
		for _, name := range v.violates {
			if !slices.ContainsFunc(v.properties(), func(p checker.Property) bool { return p.Name == name }) {
				t.Errorf("%s violates %q, which is not listed", v.name, name)
			}
		}
	}
}
