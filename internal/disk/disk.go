// Package disk implements the disk of a node as a plain data structure: files of records in one
// directory, and the writes that survive a crash. It does not deal with scheduling or budgets.
//
// A file system keeps changes in memory until it is told to write them out. A write changes the contents
// of a file, which a sync of that file makes durable; a new file, a rename and a removal change the
// directory, which a sync of the directory makes durable. Changes that are not durable when the node crashes may
// be lost; a [Policy] says in which ways. The separation of contents and names follows POSIX; see
// Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014, section 2.
package disk

import (
	"slices"
	"strings"
)

// Disk is a disk in one state. The zero value is an empty disk. Operations return the new disk and
// do not change the old one. Equal states are deeply equal.
type Disk struct {
	Names   []Name   // the directory as the node sees it, by name
	Durable []Name   // the directory after a crash, without the changes in Pending
	Files   []File   // the contents to which names or changes refer, in the order of these
	Pending []Change // that are not durable, the oldest first
	Failed  int      // how many syncs have failed
}

// Name gives a name to a file.
type Name struct {
	Name string
	File int // its index in Files
}

// File holds the contents of a file.
type File struct {
	Blocks  []Block // as the node sees them
	Durable []Block // after a crash, without the changes in Pending
}

// Block holds a record, or says that it is torn: written in part, or not at all although a later one was.
type Block struct {
	Record any
	Torn   bool
}

// Change is a change of a file or the directory.
type Change struct {
	Kind  Kind
	File  int
	Block Block  // writes
	At    int    // writes: its place in the file; cuts: how many blocks are left
	Name  string // links and unlinks
	Old   string // links, by a rename: the old name, which goes
}

// Kind is a kind of change.
type Kind uint8

// The kinds of changes, by their objects.
const (
	writes  Kind = iota + 1 // a block of a file
	cuts                    // the end of a file
	links                   // a name to a file
	unlinks                 // a name
)

func (c *Change) ofDirectory() bool { return c.Kind >= links }

// With returns the disk with each record replaced by the result of f.
func (d Disk) With(f func(record any) any) Disk {
	replaced := func(blocks []Block) []Block {
		blocks = slices.Clone(blocks)
		for i := range blocks {
			if !blocks[i].Torn {
				blocks[i].Record = f(blocks[i].Record)
			}
		}
		return blocks
	}
	d.Files, d.Pending = slices.Clone(d.Files), slices.Clone(d.Pending)
	for i := range d.Files {
		d.Files[i] = File{replaced(d.Files[i].Blocks), replaced(d.Files[i].Durable)}
	}
	for i := range d.Pending {
		if c := &d.Pending[i]; c.Kind == writes && !c.Block.Torn {
			c.Block.Record = f(c.Block.Record)
		}
	}
	return d
}

// Contents returns the records of the file before the first torn one, and whether there is a torn one.
func (d Disk) Contents(name string) (records []any, torn, ok bool) {
	file, ok := find(d.Names, name)
	if !ok {
		return nil, false, false
	}
	for _, b := range d.Files[file].Blocks {
		if b.Torn {
			return records, true, true
		}
		records = append(records, b.Record)
	}
	return records, false, true
}

// Rewrite replaces the contents of the file, which need not exist, in place: first it is cut, if it is
// not empty, then each record is written.
func (d Disk) Rewrite(name string, records ...any) Disk {
	d, file := d.clone().open(name)
	if f := &d.Files[file]; len(f.Blocks) > 0 || len(f.Durable) > 0 {
		d = d.change(Change{Kind: cuts, File: file})
	}
	for i, r := range records {
		d = d.change(Change{Kind: writes, File: file, At: i, Block: Block{Record: r}})
	}
	return d.normal()
}

// Append writes a record at the end of the file, which need not exist.
func (d Disk) Append(name string, record any) Disk {
	d, file := d.clone().open(name)
	return d.change(Change{Kind: writes, File: file, At: len(d.Files[file].Blocks), Block: Block{Record: record}}).normal()
}

// Replace replaces the file by a new one with these records, and makes it durable, with the directory. No crash
// comes in between.
func (d Disk) Replace(name string, records ...any) Disk {
	d = d.SyncNames(Done) // a copy
	blocks := make([]Block, 0, len(records))
	for _, r := range records {
		blocks = append(blocks, Block{Record: r})
	}
	d.Files = append(d.Files, File{blocks, slices.Clone(blocks)})
	d.Names = link(d.Names, name, len(d.Files)-1)
	d.Durable = link(d.Durable, name, len(d.Files)-1)
	return d.normal()
}

// Rename gives the file another name; a file that has that name goes. It reports whether the file exists.
func (d Disk) Rename(old, name string) (Disk, bool) {
	file, ok := find(d.Names, old)
	if !ok || old == name {
		return d, ok
	}
	return d.clone().change(Change{Kind: links, File: file, Name: name, Old: old}).normal(), true
}

// Remove removes the file, and reports whether it exists.
func (d Disk) Remove(name string) (Disk, bool) {
	file, ok := find(d.Names, name)
	if !ok {
		return d, false
	}
	return d.clone().change(Change{Kind: unlinks, File: file, Name: name}).normal(), true
}

// Outcome is the outcome of a sync.
type Outcome int32

// The outcomes. A sync that fails tells the node so.
const (
	Done Outcome = iota
	Lost         // it fails, and the pending changes never become durable, though the node sees them until a crash
	Kept         // it fails although everything has become durable
	outcomes
)

// Outcomes is the number of outcomes of a sync.
const Outcomes = int32(outcomes)

// Sync makes the contents of the file durable, but not its name. It reports whether the file exists.
func (d Disk) Sync(name string, o Outcome) (Disk, bool) {
	file, ok := find(d.Names, name)
	if !ok {
		return d, false
	}
	return d.settle(o, func(c *Change) bool { return !c.ofDirectory() && c.File == file }).normal(), true
}

// SyncNames makes the directory durable: which files there are, and their names.
func (d Disk) SyncNames(o Outcome) Disk {
	return d.settle(o, (*Change).ofDirectory).normal()
}

// Forget returns the disk of a node that does not crash any more: all visible changes are durable.
func (d Disk) Forget() Disk {
	d = d.clone()
	d.Durable, d.Pending = slices.Clone(d.Names), nil
	for i := range d.Files {
		f := &d.Files[i]
		if at := slices.IndexFunc(f.Blocks, func(b Block) bool { return b.Torn }); at >= 0 {
			f.Blocks = f.Blocks[:at+1] // the others are never read
		}
		f.Durable = slices.Clone(f.Blocks)
	}
	return d.normal()
}

// settle removes pending changes, and makes them durable unless they are lost.
func (d Disk) settle(o Outcome, which func(*Change) bool) Disk {
	d = d.clone()
	if o != Done {
		d.Failed++
	}
	var left []Change
	for i := range d.Pending {
		switch c := &d.Pending[i]; {
		case !which(c):
			left = append(left, *c)
		case o != Lost:
			d.apply(c)
		}
	}
	d.Pending = left
	return d
}

// open returns the file of that name, which it creates if there is none.
func (d Disk) open(name string) (Disk, int) {
	if file, ok := find(d.Names, name); ok {
		return d, file
	}
	file := len(d.Files)
	d.Files = append(d.Files, File{})
	return d.change(Change{Kind: links, File: file, Name: name}), file
}

// change makes a change that the node sees, and that is not durable.
func (d Disk) change(c Change) Disk {
	d.Pending = append(d.Pending, c)
	if c.ofDirectory() {
		d.Names = c.rename(d.Names)
	} else {
		f := &d.Files[c.File]
		f.Blocks = c.write(f.Blocks)
	}
	return d
}

// apply makes a change durable.
func (d *Disk) apply(c *Change) {
	if c.ofDirectory() {
		d.Durable = c.rename(d.Durable)
	} else {
		f := &d.Files[c.File]
		f.Durable = c.write(f.Durable)
	}
}

func (c *Change) write(blocks []Block) []Block {
	if c.Kind == cuts {
		return blocks[:min(c.At, len(blocks))]
	}
	for len(blocks) <= c.At {
		blocks = append(blocks, Block{Torn: true})
	}
	blocks[c.At] = c.Block
	return blocks
}

func (c *Change) rename(names []Name) []Name {
	gone := c.Old
	if c.Kind == unlinks {
		gone = c.Name
	}
	if i, ok := search(names, gone); ok && names[i].File == c.File {
		names = slices.Delete(names, i, i+1)
	}
	if c.Kind == links {
		names = link(names, c.Name, c.File)
	}
	return names
}

func link(names []Name, name string, file int) []Name {
	i, ok := search(names, name)
	if ok {
		names[i].File = file
		return names
	}
	return slices.Insert(names, i, Name{name, file})
}

func search(names []Name, name string) (int, bool) {
	return slices.BinarySearchFunc(names, name, func(n Name, name string) int { return strings.Compare(n.Name, name) })
}

func find(names []Name, name string) (file int, ok bool) {
	i, ok := search(names, name)
	if !ok {
		return 0, false
	}
	return names[i].File, true
}

func (d Disk) clone() Disk {
	d.Names, d.Durable, d.Pending = slices.Clone(d.Names), slices.Clone(d.Durable), slices.Clone(d.Pending)
	d.Files = slices.Clone(d.Files)
	for i := range d.Files {
		f := &d.Files[i]
		f.Blocks, f.Durable = slices.Clone(f.Blocks), slices.Clone(f.Durable)
	}
	return d
}

// normal removes files without a name and changes of such files, and numbers the others in the order in which
// names and changes refer to them. Empty lists become nil.
func (d Disk) normal() Disk {
	numbers := map[int]int{}
	var files []File
	use := func(file *int) {
		if _, known := numbers[*file]; !known {
			numbers[*file] = len(files)
			f := d.Files[*file]
			files = append(files, File{orNil(f.Blocks), orNil(f.Durable)})
		}
		*file = numbers[*file]
	}
	for i := range d.Names {
		use(&d.Names[i].File)
	}
	for i := range d.Durable {
		use(&d.Durable[i].File)
	}
	linked := map[int]bool{}
	for _, c := range d.Pending {
		linked[c.File] = linked[c.File] || c.Kind == links
	}
	var pending []Change
	for _, c := range d.Pending {
		if _, named := numbers[c.File]; named || linked[c.File] {
			pending = append(pending, c)
		}
	}
	for i := range pending {
		use(&pending[i].File)
	}
	return Disk{orNil(d.Names), orNil(d.Durable), files, pending, d.Failed}
}

func orNil[E any](list []E) []E {
	if len(list) == 0 {
		return nil
	}
	return list
}
