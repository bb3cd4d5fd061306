package checker

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// onceEach lists algorithms that explore each class once.
var onceEach = []Algorithm{Optimal, States}

// A node that appends k records to a new file crashes in k+1 places. After i records, a crash may leave no file, or i+1
// prefixes of the records; and i that end with a torn one.
func TestDisksThatACrashLeaves(t *testing.T) {
	left := map[DiskPolicy]func(i int) int{
		DiskSynced: func(int) int { return 1 },
		DiskPrefix: func(i int) int { return 1 + min(i, 1)*(i+1) },
		DiskTorn:   func(i int) int { return 1 + min(i, 1)*(2*i+1) },
		DiskSubset: func(i int) int { return 1 + min(i, 1)*(2*i+1) }, // a missing record is a torn one
	}
	for k := range 5 {
		for policy, disks := range left {
			m := Model{Name: "appending", Faults: Faults{Crashes: 1, Restarts: 1, Disk: policy}, Main: func(p *proc.P) {
				p.Spawn("node", func(p *proc.P) {
					for i := range k {
						proc.File[int]("log").Append(p, i)
					}
				}, proc.Node)
			}}
			want := 1 + k + 1 // no crash, or no restart
			for i := range k + 1 {
				want += disks(i)
			}
			for _, a := range onceEach {
				if r := resultOf(t, m, Options{Algorithm: a, Until: UntilEnd}); r.Interleavings != want || r.Verdict != Verified {
					t.Errorf("%s, %s, %d records: %d interleavings, %s; want %d", a, policy, k, r.Interleavings, r.Verdict, want)
				}
			}
		}
	}
}

// onDisk returns what a node finds on its disk in its second life, after its first one has done something, in any
// interleaving, sorted.
func onDisk(t *testing.T, faults Faults, first func(p *proc.P)) []string {
	t.Helper()
	seen := map[string]bool{}
	m := Model{Name: "finding", Faults: faults, Main: func(p *proc.P) {
		done := keeper[string, bool](p)
		p.Spawn("node", func(p *proc.P) {
			if done.Member(p, "done") {
				records, err := proc.File[int]("log").Read(p)
				proc.Announce(p, fmt.Sprint(records, err))
				return
			}
			first(p)
			done.Insert(p, "done", true)
			p.Receive()
		}, proc.Node, proc.Daemon)
	}, Rules: []Rule{Monitor(Property{Name: "seen"}, func() func(string, string) error {
		return func(_ string, what string) error { seen[what] = true; return nil }
	})}}
	resultOf(t, m, Options{Until: UntilEnd})
	return slices.Sorted(maps.Keys(seen))
}

// TestWhatIsLeft: what was synced is left of a disk. What a sync that fails was to make durable is durable, or never will
// be.
func TestWhatIsLeft(t *testing.T) {
	const log = proc.File[int]("log")
	once := Faults{Crashes: 1, Restarts: 1}
	prefix := once
	prefix.Disk = DiskPrefix
	fails := once
	fails.SyncFailures = 1
	for _, c := range []struct {
		what   string
		faults Faults
		first  func(p *proc.P)
		want   []string
	}{
		{"synced", once, func(p *proc.P) { log.Append(p, 1); log.Sync(p); p.SyncDir() }, []string{"[1] <nil>"}},
		{"without the directory", once, func(p *proc.P) { log.Append(p, 1); log.Sync(p) }, []string{"[] there is no such file"}},
		{"without the file", once, func(p *proc.P) { log.Append(p, 1); p.SyncDir() }, []string{"[] <nil>"}},
		{"one of two", prefix, func(p *proc.P) { log.Write(p); p.SyncDir(); log.Append(p, 1) }, []string{"[1] <nil>", "[] <nil>"}},
		{"a failure that is ignored", fails, func(p *proc.P) { log.Append(p, 1); log.Sync(p); p.SyncDir() },
			[]string{"[1] <nil>", "[] <nil>", "[] there is no such file"}},
		{"a second try", fails, func(p *proc.P) {
			log.Append(p, 1)
			if log.Sync(p) == proc.ErrSync {
				log.Sync(p)
			}
			p.SyncDir()
		}, []string{"[1] <nil>", "[] <nil>", "[] there is no such file"}},
		{"written again", fails, func(p *proc.P) {
			p.SyncDir()
			log.Append(p, 1)
			if log.Sync(p) == proc.ErrSync {
				log.Write(p, 1)
				log.Sync(p)
			}
			for p.SyncDir() != nil {
				log.Rename(p, "again")
				proc.File[int]("again").Rename(p, log)
			}
		}, []string{"[1] <nil>"}},
	} {
		if got := onDisk(t, c.faults, c.first); !slices.Equal(got, c.want) {
			t.Errorf("%s: the second life finds %q, want %q", c.what, got, c.want)
		}
	}
}

// As many syncs of each node fail as the faults say, and one that changes nothing fails in one way.
func TestNumberOfFailedSyncs(t *testing.T) {
	for limit := range 4 {
		m := Model{Name: "syncing", Faults: Faults{SyncFailures: limit}, Main: func(p *proc.P) {
			for range 2 {
				p.Spawn("node", func(p *proc.P) {
					for range 3 {
						p.SyncDir()
					}
				}, proc.Node)
			}
		}}
		want := 0 // of one node: the sets of at most limit of three syncs
		for n, sets := range []int{1, 3, 3, 1} {
			if n <= limit {
				want += sets
			}
		}
		for _, a := range onceEach {
			if r := resultOf(t, m, Options{Algorithm: a, Until: UntilEnd}); r.Interleavings != want*want {
				t.Errorf("%s, at most %d: %d interleavings, want %d", a, limit, r.Interleavings, want*want)
			}
		}
	}
}

// TestFewerFailedSyncs: a smaller run has no failed sync that the violation does not need.
func TestFewerFailedSyncs(t *testing.T) {
	m := Model{Name: "syncing", Faults: Faults{SyncFailures: 2}, Main: func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			failed := 0
			for range 3 {
				if p.SyncDir() != nil {
					failed++
				}
			}
			p.Assert(failed == 0, "durable", "%d syncs have failed", failed)
		}, proc.Node)
	}}
	r := resultOf(t, m, Options{Until: UntilEnd})
	for _, v := range r.Violations {
		made, err := Minimize(t.Context(), r, v, Minimizing{})
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for _, e := range made.Trace.Entries {
			if e.Fault == trace.FailedSync {
				failed++
			}
		}
		if failed != 1 || made.Minimized.Claim != minimize.Minimal {
			t.Errorf("%d syncs fail, %+v", failed, made.Minimized)
		}
	}
}

// A file has the type of its records.
func TestFilesOfOtherTypes(t *testing.T) {
	m := Model{Name: "mixed", Main: func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			proc.File[string]("log").Append(p, "one")
			proc.File[int]("log").Read(p)
		}, proc.Node)
	}}
	_, err := Check(context.Background(), m, Options{})
	want := `Read: file "log" has a record of type string, and is read as one of int`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want one with %q", err, want)
	}
}

// What is left of a disk is decided after the end of the node, whose order with another event the search reverses.
func TestDecidedAfterTheEnd(t *testing.T) {
	m := Model{Name: "asked", Faults: Faults{Crashes: 1, Restarts: 1, Disk: DiskPrefix}, Main: func(p *proc.P) {
		node := p.Spawn("node", func(p *proc.P) {
			log := proc.File[int]("log")
			log.Read(p)
			log.Append(p, 1)
		}, proc.Node)
		p.IsAlive(node)
		p.IsAlive(node)
	}}
	byBruteForce := resultOf(t, m, Options{Algorithm: Naive, Until: UntilEnd})
	classes := byBruteForce.Interleavings
	for _, a := range onceEach {
		if r := resultOf(t, m, Options{Algorithm: a, Until: UntilEnd}); r.Interleavings >= classes || r.Verdict != Verified {
			t.Errorf("%s: %d interleavings of %d, %s", a, r.Interleavings, classes, r.Verdict)
		}
	}
}
