package corfu

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

func TestJudge(t *testing.T) {
	var (
		ok   = result{status: accepted}
		late = result{status: alreadyWritten}
		none = result{status: notWritten}
		out  = result{status: starved}
		red  = result{found, "red"}
		blue = result{found, "blue"}
	)
	log := func(a, c, b result) []entry { return []entry{{"A", a}, {"C", c}, {"B", b}} }
	// good is an outcome that violates nothing; the cases differ from it.
	good := outcome{
		red: ok, blue: late,
		reads:  readerDone{none, red},
		repair: repairerDone{ok},
		log:    log(red, red, red),
	}
	tests := []struct {
		name string
		edit func(*outcome)
		want string // the violation
	}{
		{"a writer succeeds", func(o *outcome) {}, ""},
		{"all starve", func(o *outcome) {
			o.red, o.blue, o.reads, o.log = out, out, readerDone{out, out}, log(none, none, none)
		}, ""},
		{"half a write", func(o *outcome) { o.red, o.log = out, log(red, none, none) }, ""},
		{"second read starves", func(o *outcome) { o.reads = readerDone{red, out} }, ""},
		{"refused repair", func(o *outcome) { o.repair.result.status = staleEpoch },
			`repair completes: a request of the repairer was answered with "stale epoch"`},
		{"two writers succeed", func(o *outcome) { o.blue = ok },
			"immutability: both writers, of red and of blue, were told that they had succeeded"},
		{"two values read", func(o *outcome) { o.reads = readerDone{red, blue} },
			"immutability: the first read found red and the second found blue"},
		{"value lost", func(o *outcome) { o.reads = readerDone{red, none} },
			"linearizability: the first read found red and the second found the key not written"},
		{"hole", func(o *outcome) { o.log = log(red, none, red) },
			"consistent prefix: in the end a server has a value although one before it in the chain has none: A: red, C: not written, B: red"},
		{"two values written", func(o *outcome) { o.log = log(red, blue, none) },
			"consistent prefix: in the end two servers have different values: A: red, C: blue, B: not written"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := good
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

// What judge asserts and what models declare must be what is listed for reports.
func TestPropertiesAreListed(t *testing.T) {
	listed := map[string]bool{}
	for _, p := range properties() {
		listed[p.Name] = true
	}
	for _, name := range []string{immutability, linearizability, consistentPrefix, repairCompletes} {
		if !listed[name] {
			t.Errorf("property %q is not listed", name)
		}
	}
	for _, m := range methods {
		for _, name := range m.violates {
			if !listed[name] {
				t.Errorf("%s violates %q, which is not listed", m.name, name)
			}
		}
	}
}
