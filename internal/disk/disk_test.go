package disk_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/disk"
	"pgregory.net/rapid"
)

// text returns the files of a disk as its node sees them.
func text(d disk.Disk) string {
	var files []string
	for _, n := range d.Names {
		records, torn, _ := d.Contents(n.Name)
		words := fmt.Sprint(n.Name, records)
		if torn {
			words += "torn"
		}
		files = append(files, words)
	}
	return strings.Join(files, " ")
}

func survivors(d disk.Disk, p disk.Policy) (all []string) {
	for _, s := range d.Survivors(p) {
		all = append(all, text(s))
	}
	return all
}

func rename(d disk.Disk, old, name string) disk.Disk {
	d, _ = d.Rename(old, name)
	return d
}

func sync(d disk.Disk, name string, o disk.Outcome) disk.Disk {
	d, _ = d.Sync(name, o)
	return d
}

// TestSurvivors shows what a crash leaves under each policy, the common policies first.
func TestSurvivors(t *testing.T) {
	old := disk.Disk{}.Replace("log", 1, 2)
	written := old.Rewrite("tmp", 3)
	for _, c := range []struct {
		what string
		d    disk.Disk
		want [4][]string // what each policy adds
	}{
		{"nothing", disk.Disk{}, [4][]string{{""}}},
		{"durable", old, [4][]string{{"log[1 2]"}}},
		{"appended", old.Append("log", 3).Append("log", 4), [4][]string{
			{"log[1 2]"}, {"log[1 2 3]", "log[1 2 3 4]"}, {"log[1 2]torn", "log[1 2 3]torn"}, nil}},
		{"synced", sync(old.Append("log", 3), "log", disk.Done), [4][]string{{"log[1 2 3]"}}},
		{"in place", old.Rewrite("log", 3, 4), [4][]string{
			{"log[1 2]"}, {"log[]", "log[3]", "log[3 4]"}, {"log[]torn", "log[3]torn"}, {"log[3 2]", "log[1 4]"}}},
		{"a new file", sync(disk.Disk{}.Append("a", 1), "a", disk.Done), [4][]string{{""}, {"a[1]"}}},
		{"its name only", disk.Disk{}.Append("a", 1).SyncNames(disk.Done), [4][]string{{"a[]"}, {"a[1]"}, {"a[]torn"}}},
		{"renamed without a sync", rename(written, "tmp", "log"), [4][]string{
			{"log[1 2]"}, {"log[1 2] tmp[]", "log[1 2] tmp[3]", "log[3]"}, {"log[1 2] tmp[]torn"}, {"log[]"}}},
		{"replaced as it should be", rename(sync(written, "tmp", disk.Done), "tmp", "log"), [4][]string{
			{"log[1 2]"}, {"log[1 2] tmp[3]", "log[3]"}}},
		{"a sync that fails", sync(old.Append("log", 3), "log", disk.Lost).Append("log", 4), [4][]string{
			{"log[1 2]"}, {"log[1 2]torn"}}},
		{"a sync that fails late", sync(old.Append("log", 3), "log", disk.Kept), [4][]string{{"log[1 2 3]"}}},
	} {
		var want []string
		for p := disk.Synced; p <= disk.Subset; p++ {
			want = append(want, c.want[p]...)
			if got := survivors(c.d, p); !slices.Equal(got, want) {
				t.Errorf("%s, policy %d: %q are left, want %q", c.what, p, got, want)
			}
		}
	}
}

// A node may have any number of writes that are not durable, except if all subsets of them have to be tried.
func TestManyWrites(t *testing.T) {
	d := disk.Disk{}
	for i := range disk.MaxWrites + 1 {
		d = d.Append("log", i)
	}
	if torn, any := survivors(d, disk.Torn), survivors(d, disk.Any); d.Unsynced() != disk.MaxWrites+1 || !slices.Equal(torn, any) {
		t.Errorf("after %d writes %q are left; torn leaves %q", d.Unsynced(), any, torn)
	}
	defer func() {
		if recover() == nil {
			t.Error("all subsets of too many writes were tried")
		}
	}()
	d.Survivors(disk.Subset)
}

// slow is a disk as the list of all its changes. It finds out what is left by executing those that are.
type slow struct {
	changes []change
	names   map[string]int // as the node sees it
	sizes   []int          // of files, likewise
}

type change struct {
	state byte // 'd' durable, 'l' lost, 'p' neither
	names bool
	do    func(*contents)
}

type contents struct {
	names map[string]int
	files map[int][]string
}

func (s *slow) add(names bool, do func(*contents)) {
	s.changes = append(s.changes, change{'p', names, do})
}

func (s *slow) file(name string) int {
	if f, ok := s.names[name]; ok {
		return f
	}
	f := len(s.sizes)
	s.sizes, s.names[name] = append(s.sizes, 0), f
	s.add(true, func(c *contents) { c.names[name] = f })
	return f
}

func (s *slow) write(name string, record string) {
	f := s.file(name)
	at := s.sizes[f]
	s.sizes[f]++
	s.add(false, func(c *contents) {
		for len(c.files[f]) <= at {
			c.files[f] = append(c.files[f], "torn")
		}
		c.files[f][at] = record
	})
	s.changes[len(s.changes)-1].of(f)
}

// of notes the file by a state that settle looks for.
func (c *change) of(file int) {
	do := c.do
	c.do = func(on *contents) {
		if on.names == nil { // it is asked for the file
			on.files[file] = nil
			return
		}
		do(on)
	}
}

func (c *change) isOf(file int) bool {
	asked := contents{files: map[int][]string{}}
	if c.names {
		return false
	}
	c.do(&asked)
	_, is := asked.files[file]
	return is
}

func (s *slow) rewrite(name string, record string) {
	f := s.file(name)
	if s.sizes[f] = 0; slices.ContainsFunc(s.changes, func(c change) bool { return c.isOf(f) }) {
		s.add(false, func(c *contents) { c.files[f] = nil })
		s.changes[len(s.changes)-1].of(f)
	}
	s.write(name, record)
}

func (s *slow) rename(old, name string) {
	f, ok := s.names[old]
	if !ok || old == name {
		return
	}
	delete(s.names, old)
	s.names[name] = f
	s.add(true, func(c *contents) {
		if is, ok := c.names[old]; ok && is == f {
			delete(c.names, old)
		}
		c.names[name] = f
	})
}

func (s *slow) remove(name string) {
	f, ok := s.names[name]
	if !ok {
		return
	}
	delete(s.names, name)
	s.add(true, func(c *contents) {
		if is, ok := c.names[name]; ok && is == f {
			delete(c.names, name)
		}
	})
}

func (s *slow) settle(o disk.Outcome, which func(*change) bool) {
	for i := range s.changes {
		if c := &s.changes[i]; c.state == 'p' && which(c) {
			if c.state = 'd'; o == disk.Lost {
				c.state = 'l'
			}
		}
	}
}

// left returns what is left if the changes for which keep returns true, and those that are durable, are executed.
func (s *slow) left(keep func(i int) bool, torn int) string {
	c := contents{map[string]int{}, map[int][]string{}}
	for i, ch := range s.changes {
		if ch.state == 'd' || ch.state == 'p' && keep(i) {
			ch.do(&c)
		} else if i == torn {
			before := map[int][]string{}
			for f, blocks := range c.files {
				before[f] = slices.Clone(blocks)
			}
			ch.do(&c)
			for f, blocks := range c.files {
				for at := range blocks {
					if at >= len(before[f]) || blocks[at] != before[f][at] {
						blocks[at] = "torn"
					}
				}
			}
		}
	}
	var files []string
	for _, name := range slices.Sorted(maps.Keys(c.names)) {
		blocks, torn := c.files[c.names[name]], ""
		if at := slices.Index(blocks, "torn"); at >= 0 {
			blocks, torn = blocks[:at], "torn"
		}
		files = append(files, name+"["+strings.Join(blocks, " ")+"]"+torn)
	}
	return strings.Join(files, " ")
}

// survivors returns what a crash may leave under the policies Prefix and Subset.
func (s *slow) survivors() (prefix, subset map[string]bool) {
	prefix, subset = map[string]bool{}, map[string]bool{}
	var pending, names, writes []int
	for i, c := range s.changes {
		if c.state == 'p' {
			pending = append(pending, i)
			if c.names {
				names = append(names, i)
			} else {
				writes = append(writes, i)
			}
		}
	}
	for n := range len(pending) + 1 {
		prefix[s.left(func(i int) bool { return slices.Contains(pending[:n], i) }, -1)] = true
	}
	for n := range len(names) + 1 {
		for set := range 1 << len(writes) {
			subset[s.left(func(i int) bool {
				at := slices.Index(writes, i)
				return slices.Contains(names[:n], i) || at >= 0 && set>>at&1 == 1
			}, -1)] = true
		}
	}
	return prefix, subset
}

// TestRandomDisks compares disks with lists of their changes.
func TestRandomDisks(t *testing.T) {
	name := rapid.SampledFrom([]string{"a", "b", "c"})
	rapid.Check(t, func(t *rapid.T) {
		d, s := disk.Disk{}, slow{names: map[string]int{}}
		for i := range rapid.IntRange(1, 9).Draw(t, "operations") {
			if d.Unsynced() > disk.MaxWrites-2 {
				break
			}
			before := d
			seen := text(d)
			f, g, o := name.Draw(t, "file"), name.Draw(t, "other"), disk.Outcome(rapid.IntRange(0, 2).Draw(t, "outcome"))
			record := string(rune('r' + i))
			switch rapid.IntRange(0, 6).Draw(t, "operation") {
			case 0, 1:
				d = d.Append(f, record)
				s.write(f, record)
			case 2:
				d = d.Rewrite(f, record)
				s.rewrite(f, record)
			case 3:
				d, _ = d.Rename(f, g)
				s.rename(f, g)
			case 4:
				d, _ = d.Remove(f)
				s.remove(f)
			case 5:
				d, _ = d.Sync(f, o)
				if file, ok := s.names[f]; ok {
					s.settle(o, func(c *change) bool { return c.isOf(file) })
				}
			case 6:
				d = d.SyncNames(o)
				s.settle(o, func(c *change) bool { return c.names })
			}
			if text(before) != seen {
				t.Fatalf("an operation has changed the disk before it from %q to %q", seen, text(before))
			}
			compare(t, d, &s)
		}
	})
}

func compare(t *rapid.T, d disk.Disk, s *slow) {
	prefix, subset := s.survivors()
	found := map[disk.Policy][]string{}
	for p := disk.Synced; p <= disk.Subset; p++ {
		found[p] = survivors(d, p)
		if p > disk.Synced && !slices.Equal(found[p][:len(found[p-1])], found[p-1]) {
			t.Fatalf("policy %d leaves %q, the one before %q", p, found[p], found[p-1])
		}
	}
	if got, want := set(found[disk.Prefix]), prefix; !reflect.DeepEqual(got, want) {
		t.Fatalf("a prefix: %v, want %v", got, want)
	}
	for torn, is := range s.tearing() {
		if !slices.Contains(found[disk.Torn], is) {
			t.Fatalf("the torn change %d leaves %q, which is not in %q", torn, is, found[disk.Torn])
		}
		subset[is] = true
	}
	if got := set(found[disk.Subset]); !reflect.DeepEqual(got, subset) {
		t.Fatalf("a subset: %v, want %v", got, subset)
	}
	if all := d.Forget(); text(all) != text(d) || len(all.Survivors(disk.Subset)) != 1 {
		t.Fatalf("a node that does not crash any more sees %q, before %q", text(all), text(d))
	}
}

// tearing returns what is left if a write is torn, by the index of its change.
func (s *slow) tearing() map[int]string {
	left := map[int]string{}
	for i, c := range s.changes {
		if before := i; c.state == 'p' && c.tears() {
			left[i] = s.left(func(j int) bool { return j < before }, i)
		}
	}
	return left
}

// tears reports whether the change writes a record.
func (c *change) tears() bool {
	on := contents{map[string]int{}, map[int][]string{}}
	if c.names {
		return false
	}
	c.do(&on)
	for _, blocks := range on.files {
		if len(blocks) > 0 {
			return true
		}
	}
	return false
}

func set(list []string) map[string]bool {
	all := map[string]bool{}
	for _, s := range list {
		all[s] = true
	}
	return all
}
