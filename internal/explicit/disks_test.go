package explicit_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Disks of nodes. A disk is the list of all changes since the last restart, and what has become of each. What the
// node sees follows from all of them; what a crash leaves, from those that are durable and some of the others.

type disk struct {
	Changes []change
	Files   int // how many files there have been
	Failed  int // how many syncs have failed, in all lives
}

// change is a change of the directory, or of a file.
type change struct {
	Kind   string // "name", "remove", "cut" or "record"
	File   int
	Name   string
	Old    string // of a "name" that is a rename
	At     int    // the place of a record
	Record string
	Fate   fate // usual, if it may still become durable
}

// What becomes of a change, and in which ways a sync fails.
const (
	durable    fate = "durable"
	never      fate = "never durable"
	allTheSame fate = "durable all the same"
)

// tornRecord is a record that was not written as a whole, or is missing before others.
const tornRecord = "torn"

func (c *change) ofDirectory() bool { return c.Kind == "name" || c.Kind == "remove" }

// image is what names and files look like.
type image struct {
	names map[string]int
	files map[int][]string
}

// image makes those changes, in their order.
func (d disk) image(made func(i int) bool) image {
	m := image{map[string]int{}, map[int][]string{}}
	for i, c := range d.Changes {
		if made(i) {
			m.make(c)
		}
	}
	return m
}

func (m image) make(c change) {
	switch c.Kind {
	case "name":
		if f, ok := m.names[c.Old]; ok && f == c.File {
			delete(m.names, c.Old)
		}
		m.names[c.Name] = c.File
	case "remove":
		if f, ok := m.names[c.Name]; ok && f == c.File {
			delete(m.names, c.Name)
		}
	case "cut":
		m.files[c.File] = nil
	case "record":
		records := slices.Clone(m.files[c.File])
		for len(records) <= c.At {
			records = append(records, tornRecord)
		}
		records[c.At] = c.Record
		m.files[c.File] = records
	}
}

// seen is what the node sees.
func (d disk) seen() image { return d.image(func(int) bool { return true }) }

// settle says what becomes of the changes that may still become durable.
func (d disk) settle(how fate, which func(c *change) bool) disk {
	d.Changes = slices.Clone(d.Changes)
	for i := range d.Changes {
		if c := &d.Changes[i]; c.Fate == usual && which(c) {
			c.Fate = how
		}
	}
	return d
}

// create returns the number of a file with that name, which is created if there is none.
func (d disk) create(name string) (disk, int) {
	if file, ok := d.seen().names[name]; ok {
		return d, file
	}
	d.Files++
	return d.with(change{Kind: "name", File: d.Files, Name: name}), d.Files
}

func (d disk) with(c ...change) disk {
	d.Changes = appended(d.Changes, c...)
	return d
}

// after returns the disk after an instruction, and what the node learns.
func (d disk) after(in instruction, v int) (disk, string) {
	name, file := names[in.k], 0
	seen := d.seen()
	number, exists := seen.names[name]
	switch in.do {
	case "write file":
		d, file = d.create(name)
		d = d.with(change{Kind: "cut", File: file})
		for i, r := range in.records(v) {
			d = d.with(change{Kind: "record", File: file, At: i, Record: fmt.Sprint(r)})
		}
		return d, nothing
	case "append file":
		d, file = d.create(name)
		return d.with(change{Kind: "record", File: file, At: len(seen.files[number]), Record: fmt.Sprint(v)}), nothing
	case "store":
		d = d.settle(durable, (*change).ofDirectory)
		d.Files++
		return d.with(change{Kind: "name", File: d.Files, Name: name, Fate: durable},
			change{Kind: "record", File: d.Files, Record: fmt.Sprint(v), Fate: durable}), nothing
	case "sync directory":
		return d.sync(in.fate, (*change).ofDirectory)
	}
	if !exists {
		return d, refused
	}
	switch in.do {
	case "rename file":
		if to := names[v%2]; to != name {
			d = d.with(change{Kind: "name", File: number, Name: to, Old: name})
		}
	case "remove file":
		d = d.with(change{Kind: "remove", File: number, Name: name})
	case "sync file":
		return d.sync(in.fate, func(c *change) bool { return !c.ofDirectory() && c.File == number })
	case "read file":
		return d, recordsText(seen.files[number])
	}
	return d, yes
}

// sync makes changes durable, unless it fails.
func (d disk) sync(how fate, which func(c *change) bool) (disk, string) {
	switch how {
	case usual:
		return d.settle(durable, which), yes
	case allTheSame:
		how = durable
	}
	d.Failed++
	return d.settle(how, which), no
}

// recordsText returns what a Read finds.
func recordsText(records []string) string {
	if i := slices.Index(records, tornRecord); i >= 0 {
		records = records[:i+1]
	}
	return "[" + strings.Join(records, ",") + "]"
}

// records returns what an instruction writes.
func (in instruction) records(v int) []int { return []int{v, in.k}[:1+in.to%2] }

// syncs returns in which ways a sync of the node may end.
func (x *interpreter) syncs(d disk, in instruction) []fate {
	_, exists := d.seen().names[names[in.k]]
	if !exists && in.do == "sync file" || d.Failed >= x.faults.SyncFailures {
		return []fate{usual}
	}
	return []fate{usual, never, allTheSame}
}

// left returns the disks that a crash may leave.
func (d disk) left(policy checker.DiskPolicy) (all []disk) {
	var open []int // changes that are not durable, but may be
	for i, c := range d.Changes {
		if c.Fate == usual {
			open = append(open, i)
		}
	}
	add := func(d disk, some func(i int) bool) {
		left := d.image(func(i int) bool { return d.Changes[i].Fate == durable || d.Changes[i].Fate == usual && some(i) }).disk()
		left.Failed = d.Failed
		all = append(all, left)
	}
	add(d, func(int) bool { return false })
	if policy == checker.DiskSynced || policy == "" {
		return all
	}
	for _, last := range open {
		add(d, func(i int) bool { return i <= last })
		if policy != checker.DiskPrefix && d.Changes[last].Kind == "record" {
			torn := disk{Changes: slices.Clone(d.Changes), Failed: d.Failed}
			torn.Changes[last].Record = tornRecord
			add(torn, func(i int) bool { return i <= last })
		}
	}
	if policy == checker.DiskSubset {
		d.subsets(open, add)
	}
	return all
}

// subsets calls add for any set of the changes of files, with those of the directory up to any point.
func (d disk) subsets(open []int, add func(disk, func(i int) bool)) {
	for set := range 1 << len(open) {
		missing := false
		ordered := !slices.ContainsFunc(open, func(i int) bool {
			if !d.Changes[i].ofDirectory() {
				return false
			}
			there := set>>slices.Index(open, i)&1 == 1
			if missing = missing || !there; missing {
				return there
			}
			return false
		})
		if ordered {
			add(d, func(i int) bool { return set>>slices.Index(open, i)&1 == 1 })
		}
	}
}

// disk returns a disk that looks like that, and is durable.
func (m image) disk() (d disk) {
	numbers := map[int]int{}
	for _, name := range slices.Sorted(maps.Keys(m.names)) {
		file := m.names[name]
		if _, known := numbers[file]; !known {
			d.Files++
			numbers[file] = d.Files
			for i, r := range m.files[file] {
				d = d.with(change{Kind: "record", File: d.Files, At: i, Record: r, Fate: durable})
				if r == tornRecord { // what was behind it is lost
					break
				}
			}
		}
		d = d.with(change{Kind: "name", File: numbers[file], Name: name, Fate: durable})
	}
	return d
}

// performOnDisk executes the instructions about files, for the interpreter.
func (s state) performOnDisk(node string, in instruction, v int) (text string) {
	s.Disks[node], text = s.Disks[node].after(in, v)
	return text
}

// performOnDisk executes them as operations of package proc.
func (x *executor) performOnDisk(in instruction, v int) string {
	file, stored := proc.File[int](names[in.k]), proc.Durable[int](names[in.k])
	result := func(err error) string {
		return map[error]string{nil: yes, proc.ErrSync: no, proc.ErrNoFile: refused}[err]
	}
	switch in.do {
	case "write file":
		file.Write(x.P, in.records(v)...)
	case "append file":
		file.Append(x.P, v)
	case "rename file":
		return result(file.Rename(x.P, proc.File[int](names[v%2])))
	case "remove file":
		return result(file.Remove(x.P))
	case "sync file":
		return result(file.Sync(x.P))
	case "sync directory":
		return result(x.SyncDir())
	case "store":
		stored.Set(x.P, v)
	case "read file":
		records, err := file.Read(x.P)
		if err == proc.ErrNoFile {
			return refused
		}
		var text []string
		for _, r := range records {
			text = append(text, fmt.Sprint(r))
		}
		if err == proc.ErrTorn {
			text = append(text, tornRecord)
		}
		return recordsText(text)
	}
	return nothing
}

// fileOps are the operations on files.
var fileOps = []string{"write file", "append file", "rename file", "remove file", "sync file", "sync directory", "store", "read file"}

// filePhrases are operations of a node on its disk, on one file each.
var filePhrases = []string{"append file, sync file, sync directory", "append file, sync directory", "append file, sync file",
	"write file, sync file, rename file", "rename file, sync directory",
	"write file", "append file", "rename file", "remove file", "sync file", "sync directory", "store", "read file"}

// writer draws what a node does on its disk. It begins with reads, for its later lives.
func writer(t *rapid.T, most int) (code []instruction) {
	for k := range rapid.IntRange(1, 2).Draw(t, "reads") {
		code = append(code, instruction{do: "read file", k: k})
	}
	changes := 0
	for range rapid.IntRange(1, most).Draw(t, "operations") {
		phrase := phrases(filePhrases, 2).Draw(t, "phrase")
		for _, in := range phrase {
			in.k = phrase[0].k
			if changes += map[string]int{"write file": 3, "append file": 1}[in.do]; changes <= 8 {
				code = append(code, in)
			}
		}
	}
	return code
}

// TestExplicitDisks is TestExplicit for programs with files, of which a crash leaves something, and syncs that fail.
func TestExplicitDisks(t *testing.T) {
	testPrograms(t, func(t *rapid.T, _ proc.Delivery) program {
		pr := program{peers: [][]instruction{writer(t, 3)}, ties: []tie{daemon}, nodes: []bool{true}, children: make([][]instruction, 1), apart: true}
		switch rapid.SampledFrom([]string{"alone", "alone", "two", "told"}).Draw(t, "kind") {
		case "two":
			pr.peers = [][]instruction{writer(t, 1), writer(t, 1)}
			pr.ties, pr.nodes = append(pr.ties, loose), append(pr.nodes, true)
		case "told":
			pr.main = phrases([]string{"kill", "alive", "monitor, receive", "send"}, 1).Draw(t, "main")
		}
		pr.faults = budget{Crashes: rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(t, "crashes"), SyncFailures: rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "sync failures"),
			Disk: rapid.SampledFrom(faults.DiskPolicies()).Draw(t, "disk")}
		pr.faults.Restarts = rapid.IntRange(1, pr.faults.Crashes).Draw(t, "restarts")
		return pr
	})
}

// TestExplicitFiles: what seldom comes in random programs. A sync that fails loses what was not durable; a crash leaves
// the later of two records in two files, and not the earlier one.
func TestExplicitFiles(t *testing.T) {
	for policy, code := range map[checker.DiskPolicy][]instruction{
		checker.DiskSynced: {{do: "read file"}, {do: "append file", v: 1}, {do: "sync file"}, {do: "sync directory"}},
		checker.DiskSubset: {{do: "read file"}, {do: "read file", k: 1}, {do: "append file", v: 1}, {do: "append file", k: 1, v: 2}, {do: "sync directory"}},
	} {
		pr := program{peers: [][]instruction{code}, ties: []tie{daemon}, nodes: []bool{true}, children: make([][]instruction, 1), apart: true}
		pr.faults = budget{Crashes: 1, Restarts: 1, Disk: policy, SyncFailures: 1}
		truth := explore(pr, proc.Instant, tooManyStates)
		for _, o := range searches {
			if f := search(t, pr, o, false); f != nil {
				f.hold(t, o, truth, false)
			} else if o.Algorithm != checker.Naive {
				t.Fatalf("%s: too many interleavings", name(o))
			}
		}
	}
}
