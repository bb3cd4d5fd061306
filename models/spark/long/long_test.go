package long

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/trace"
)

// size is how many messages are received in a run, besides those by which the processes learn of each other, and how many
// external events it has.
type size struct{ messages, externals int }

// runs has, for each model, the first failing run of a random walk, and the optimum: the smallest run that fails, by the protocol.
//
//   - spark-2294: The start of a driver; its registration, and a request and a reply of the database. The start of a worker; its
//     registration, a request and a reply, and the answer, which comes on the channel of the next message. The launch of an
//     executor, and its registration with the driver. A job. The paper has 25 messages, of 1 event.
//   - spark-3150: The submission of a driver, with a request and a reply of the database. The end of the master, and its start,
//     with a request and a reply. The timer of the recovery, four times. If a worker ends the recovery instead by its answer,
//     its start is one event more. The paper has 11 messages, of 3 events.
//   - spark-9256: The start of a driver; its registration, and a request and a reply. The timer of the driver, three times; and
//     again its registration, a request and a reply. The paper has 11 messages, of 1 event.
var runs = map[string]struct{ paper, first, optimum size }{
	"spark-2294-long": {paper: size{1000, 30}, first: size{1103, 32}, optimum: size{12, 3}},
	"spark-3150-long": {paper: size{600, 20}, first: size{626, 20}, optimum: size{11, 3}},
	"spark-9256-long": {paper: size{300, 20}, first: size{347, 19}, optimum: size{10, 1}},
}

// TestRuns: the first failing runs are as long as those of the paper, and minimizing leaves the optimum.
func TestRuns(t *testing.T) {
	for _, m := range Models() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.RandomWalk, Runs: 100, Until: checker.UntilFirst})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Violations) == 0 {
				t.Fatal("no run fails")
			}
			want := runs[m.Name]
			if got := sizeOf(r.Violations[0].Trace); got != want.first {
				t.Errorf("%v, want %v", got, want.first)
			}
			if !testsize.Long() {
				return // results/minimized.json has what is left of them
			}
			least, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{})
			if err != nil {
				t.Fatal(err)
			}
			if got := sizeOf(least.Trace); got != want.optimum {
				t.Errorf("minimized: %v, want %v", got, want.optimum)
			}
		})
	}
}

// TestAsInThePaper: the first failing runs are about as large as the paper's.
func TestAsInThePaper(t *testing.T) {
	for name, r := range runs {
		near := func(a, b int) bool { return 5*a >= 4*b && 4*a <= 5*b }
		if !near(r.first.messages, r.paper.messages) || !near(r.first.externals, r.paper.externals) {
			t.Errorf("%s: %v, and in the paper %v", name, r.first, r.paper)
		}
	}
}

func sizeOf(t *trace.Trace) (s size) {
	for _, e := range t.Entries {
		switch {
		case e.Kind == "receive" && !strings.Contains(e.Operation, "cluster"):
			s.messages++
		case e.External != "":
			s.externals++
		}
	}
	return s
}
