package journal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/journal"
)

// list returns the durable files as text.
func list(t *journal.Tree) string {
	var all []string
	for e := range t.All() {
		s := e.Name
		if e.Directory {
			s += "/"
		} else {
			b := make([]byte, e.Size)
			for at, part := range e.Blocks {
				copy(b[at:], part)
			}
			s += "=" + strings.ReplaceAll(string(b), "\x00", "0")
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

// TestCrash: each number of changes that were not made durable may survive.
func TestCrash(t *testing.T) {
	t.Parallel()
	make := func() *journal.Tree {
		tree := journal.New()
		tree.Put("d/old", []byte("abc"), 0o644)
		f := tree.Create("new", false, 0o644)
		tree.Write(f, 0, []byte("1234"))
		tree.Sync(f)
		tree.Write(f, 1, []byte("xy"))
		tree.Rename("new", "d/old")
		return tree
	}
	got := map[string]bool{}
	for i, s := range make().Survivals() {
		tree := make()
		tree.Crash(s)
		got[list(tree)] = true
		if want := []string{"d/ d/old=abc new=1234", "d/ d/old=1xy4"}; i < 2 && list(tree) != want[i] {
			t.Errorf("survival %d, %+v, leaves %s, want %s", i, s, list(tree), want[i])
		}
		if len(tree.Survivals()) != 1 {
			t.Error("changes are left after a crash")
		}
	}
	if want := "d/ d/old=abc new=1xy4"; len(got) != 3 || !got[want] {
		t.Errorf("crashes leave %s, want %s, and nothing or all", fmt.Sprint(got), want)
	}
	tree := make()
	tree.Sync(tree.Find("d"))
	tree.Crash(journal.Survival{})
	if want := "d/ d/old=1234"; list(tree) != want {
		t.Errorf("after the sync of a directory there is %s, want %s", list(tree), want)
	}
}

// TestSyncedNames: a sync of a file makes its new name durable, and the names of the directories above, but no later name.
func TestSyncedNames(t *testing.T) {
	t.Parallel()
	tree := journal.New()
	tree.Create("d", true, 0o755)
	tree.Create("d/e", true, 0o755)
	tree.Create("other", true, 0o755)
	tree.Write(tree.Create("d/old", false, 0o644), 0, []byte("a"))
	f := tree.Create("d/e/f", false, 0o644)
	tree.Write(f, 0, []byte("b"))
	tree.Rename("d/e/f", "d/g")
	tree.Sync(f)
	tree.Rename("d/g", "d/old")
	tree.Crash(journal.Survival{})
	if got, want := list(tree), "d/ d/e/ d/g=b d/old= other/"; got != want {
		t.Errorf("after the crash there is %s, want %s", got, want)
	}
}

// TestTorn: a write is torn at the end of a sector, and not at all if it is of one sector.
func TestTorn(t *testing.T) {
	t.Parallel()
	for _, write := range []struct{ at, size, survives int }{{0, 512, 0}, {3, 500, 0}, {511, 2, 1}, {100, 1000, 412}, {0, 16384, 8192}, {4000, 3000, 1120}} {
		var sizes []int64
		tree := func() *journal.Tree {
			tree := journal.New()
			tree.Put("f", nil, 0o644)
			tree.Write(tree.Find("f"), int64(write.at), make([]byte, write.size))
			return tree
		}
		for _, s := range tree().Survivals() {
			if s.Torn {
				tree := tree()
				tree.Crash(s)
				for e := range tree.All() {
					sizes = append(sizes, e.Size)
				}
			}
		}
		if write.survives == 0 && len(sizes) > 0 || write.survives > 0 && !slices.Equal(sizes, []int64{int64(write.at + write.survives)}) {
			t.Errorf("of a write of %d bytes at %d crashes leave files of the sizes %d, want %d bytes of it", write.size, write.at, sizes, write.survives)
		}
	}
}

// TestMapped: changes by memory are found once, and last after a sync.
func TestMapped(t *testing.T) {
	t.Parallel()
	tree := journal.New()
	f := tree.Create("f", false, 0o600)
	tree.Write(f, 0, []byte("abc"))
	tree.Map(f)
	tree.NoteMapped(f, 0, []byte("abc"))
	tree.NoteMapped(f, 0, []byte("axc"))
	tree.NoteMapped(f, 0, []byte("axc"))
	if n := len(tree.Survivals()); n != 4 { // the name, the content, and the change
		t.Errorf("%d survivals, want 4", n)
	}
	tree.Sync(tree.Find("."))
	tree.Sync(f)
	tree.NoteMapped(f, 0, []byte("ayc"))
	tree.Crash(journal.Survival{})
	if got := list(tree); got != "f=axc" {
		t.Errorf("after the crash there is %s", got)
	}
}

// TestSparse: a large file costs no more than was written, and a cut clears what comes after it.
func TestSparse(t *testing.T) {
	t.Parallel()
	tree := journal.New()
	f := tree.Create("log", false, 0o600)
	tree.Truncate(f, 64<<20)
	tree.Write(f, 60<<20-1, []byte("ab"))
	tree.Truncate(f, 60<<20)
	tree.Truncate(f, 61<<20)
	tree.Settle()
	for e := range tree.All() {
		n := 0
		for at, part := range e.Blocks {
			n++
			if at+int64(len(part)) != 60<<20 || part[len(part)-1] != 'a' {
				t.Errorf("a part of %d bytes is at %d", len(part), at)
			}
		}
		if n != 1 || e.Size != 61<<20 {
			t.Errorf("%d parts, %d bytes", n, e.Size)
		}
	}
}
