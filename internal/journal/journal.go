// Package journal remembers the changes of a tree of files, and says which contents a crash leaves. It holds blocks of bytes, so
// that a large file of which little was written is small. The files that the program sees are not here.
//
// A file system keeps changes in memory until it is told to write them out. A write changes the contents of a file, which a sync
// of that file makes durable; a new name, a rename and a removal change a directory, which a sync of the directory makes
// durable. A sync of a file that has just been created or renamed makes its name durable, too, and the names of the directories
// above: POSIX does not promise that, but ext4, XFS and Btrfs do it, and programs count on it. A crash loses the changes that
// are not durable, after any number of the oldest of them. See package disk for records instead of bytes.
package journal

import (
	"bytes"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
)

// Tree is a tree of files.
type Tree struct {
	root    *File
	pending []change // not durable, the oldest first
}

// File is a file or a directory.
type File struct {
	content
	directory bool
	mode      uint32
	entries   map[string]*File // of a directory, as the program sees it,
	durable   map[string]*File // and without the pending changes
	mapped    *content         // as the program sees it, if it changes the file by memory
}

// change is a change of the content or of the directory to.
type change struct {
	to   *File
	at   int64
	data []byte
	cut  bool // the file then has the size at
	name string
	file *File // that gets the name; nil if the name goes
	// A rename is two changes of directories that are made at once.
	also *change
}

// New returns an empty tree.
func New() *Tree { return &Tree{root: newDirectory(0o755)} }

func newDirectory(mode uint32) *File {
	return &File{directory: true, mode: mode, entries: map[string]*File{}, durable: map[string]*File{}}
}

// find returns the directory of a name, and the last part of it; nil if there is no such directory.
func (t *Tree) find(name string) (dir *File, base string) {
	dir = t.root
	name = path.Clean(name)
	parts := strings.Split(name, "/")
	for _, p := range parts[:len(parts)-1] {
		if dir = dir.entries[p]; dir == nil || !dir.directory {
			return nil, ""
		}
	}
	return dir, parts[len(parts)-1]
}

// Find returns the file of that name, relative to the tree, or nil if there is none. The tree itself is ".".
func (t *Tree) Find(name string) *File {
	if path.Clean(name) == "." {
		return t.root
	}
	if dir, base := t.find(name); dir != nil {
		return dir.entries[base]
	}
	return nil
}

// Put adds a durable file, and the directories above it.
func (t *Tree) Put(name string, data []byte, mode uint32) {
	for i, c := range name {
		if c == '/' && t.Find(name[:i]) == nil {
			t.Create(name[:i], true, 0o755)
		}
	}
	f := t.Create(name, false, mode)
	t.Write(f, 0, data)
	t.Settle()
}

// Create adds an empty file or directory that does not exist. It returns nil if that is not possible.
func (t *Tree) Create(name string, directory bool, mode uint32) *File {
	dir, base := t.find(name)
	if dir == nil {
		return nil
	}
	f := &File{mode: mode}
	if directory {
		f = newDirectory(mode)
	}
	t.change(change{to: dir, name: base, file: f})
	return f
}

// Write writes data to a file.
func (t *Tree) Write(f *File, at int64, data []byte) {
	t.change(change{to: f, at: at, data: slices.Clone(data)})
}

// Truncate gives a file another size.
func (t *Tree) Truncate(f *File, size int64) { t.change(change{to: f, at: size, cut: true}) }

// Link gives a file another name.
func (t *Tree) Link(old, name string) {
	if f, dir, base := t.place(old, name); f != nil {
		t.change(change{to: dir, name: base, file: f})
	}
}

// Rename gives a file a name in place of its old one.
func (t *Tree) Rename(old, name string) {
	if f, dir, base := t.place(old, name); f != nil {
		from, last := t.find(old)
		t.change(change{to: dir, name: base, file: f, also: &change{to: from, name: last}})
	}
}

// place returns the file, and the directory for its new name.
func (t *Tree) place(old, name string) (f, dir *File, base string) {
	dir, base = t.find(name)
	if f = t.Find(old); dir == nil || f == nil || dir.entries[base] == f {
		return nil, nil, ""
	}
	return f, dir, base
}

// Remove removes a name.
func (t *Tree) Remove(name string) {
	if dir, base := t.find(name); dir != nil {
		t.change(change{to: dir, name: base})
	}
}

// change makes a change that is not durable.
func (t *Tree) change(c change) {
	t.pending = append(t.pending, c)
	for c := &c; c != nil; c = c.also {
		if c.to.directory {
			c.enter(c.to.entries)
		} else if c.to.mapped != nil {
			c.apply(c.to.mapped)
		}
	}
}

// enter changes the entries of a directory.
func (c *change) enter(entries map[string]*File) {
	if c.file == nil {
		delete(entries, c.name)
	} else {
		entries[c.name] = c.file
	}
}

// settle makes a change durable.
func (c *change) settle() {
	if !c.to.directory {
		c.apply(&c.to.content)
		return
	}
	for ; c != nil; c = c.also {
		c.enter(c.to.durable)
	}
}

// apply changes the content of a file.
func (c *change) apply(to *content) {
	if c.cut {
		to.cut(c.at)
	} else {
		to.write(c.at, c.data)
	}
}

// Map prepares for a file to be changed by memory.
func (t *Tree) Map(f *File) {
	if f.mapped != nil {
		return
	}
	f.mapped = &content{}
	f.mapped.cut(f.size)
	for at, b := range f.parts() {
		f.mapped.write(at, b)
	}
	for i := range t.pending {
		if c := &t.pending[i]; c.to == f {
			c.apply(f.mapped)
		}
	}
}

// NoteMapped takes a part of a mapped file, which begins with a block. The blocks that are not as they were have been written.
func (t *Tree) NoteMapped(f *File, at int64, data []byte) {
	for ; len(data) > 0; at += blockSize {
		b := data[:min(blockSize, len(data))]
		data = data[len(b):]
		before := f.mapped.blocks[at/blockSize]
		if before == nil {
			before = make([]byte, blockSize)
		}
		if !bytes.Equal(before[:len(b)], b) {
			t.Write(f, at, b)
		}
	}
}

// Sync makes the changes of a file or directory durable. If it has a new name in a directory, it syncs that directory, too, and so on.
func (t *Tree) Sync(f *File) {
	all := []*File{f}
	for i := 0; i < len(all); i++ {
		for _, c := range t.pending {
			if c.file == all[i] && !slices.Contains(all, c.to) {
				all = append(all, c.to)
			}
		}
	}
	t.pending = slices.DeleteFunc(t.pending, func(c change) bool {
		of := slices.Contains(all, c.to) || c.also != nil && slices.Contains(all, c.also.to)
		if of {
			c.settle()
		}
		return of
	})
}

// FailSync loses the data of a file that are not durable. The program still reads them, and no later sync makes them durable.
func (t *Tree) FailSync(f *File) {
	t.pending = slices.DeleteFunc(t.pending, func(c change) bool { return c.to == f && c.data != nil })
}

// Settle makes all changes durable.
func (t *Tree) Settle() {
	for i := range t.pending {
		t.pending[i].settle()
	}
	t.pending = nil
}

// sector is how much a disk writes as a whole, and at least what is written as a whole of a file.
const sector = 512

// torn returns how much of a write survives if it is torn: about half, up to the end of a sector. It is 0 if the write is of one sector.
func (c *change) torn() int {
	half := max((c.at+int64(len(c.data)/2))/sector, c.at/sector+1)*sector - c.at
	if half >= int64(len(c.data)) {
		return 0
	}
	return int(half)
}

// Survival says which changes survive a crash: the first Changes of the changes that are not durable, and, if Torn, a part of the write after them.
type Survival struct {
	Changes int
	Torn    bool
}

// mostSurvivals limits how many survivals there are.
const mostSurvivals = 24

// Survivals returns what a crash may leave: no change, all, and then others, the largest first: so the first ones mean the same after
// however many changes.
func (t *Tree) Survivals() []Survival {
	n := len(t.pending)
	all := []Survival{{}}
	if n > 0 {
		all = append(all, Survival{Changes: n})
	}
	var more []Survival
	for k, c := range slices.Backward(t.pending) {
		if k > 0 {
			more = append(more, Survival{Changes: k})
		}
		if c.torn() > 0 {
			more = append(more, Survival{Changes: k, Torn: true})
		}
	}
	step := len(more)/mostSurvivals + 1
	for i := 0; i < len(more); i += step {
		all = append(all, more[i])
	}
	return all
}

// Crash loses the changes that do not survive. The program then sees the durable files.
func (t *Tree) Crash(s Survival) {
	for i := range t.pending[:s.Changes] {
		t.pending[i].settle()
	}
	if s.Torn {
		c := t.pending[s.Changes]
		c.data = c.data[:c.torn()]
		c.settle()
	}
	t.pending = nil
	t.root.restore()
}

func (f *File) restore() {
	f.mapped = nil
	if f.directory {
		f.entries = maps.Clone(f.durable)
		for _, e := range f.entries {
			e.restore()
		}
	}
}

// Entry is a durable file or directory.
type Entry struct {
	Name      string // relative to the tree
	Directory bool
	Mode      uint32
	Size      int64
	// Blocks are the parts of the file that are not all zero, with their places.
	Blocks iter.Seq2[int64, []byte]
}

// All returns the durable files, in the order of names, each directory before its files.
func (t *Tree) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) { t.root.each("", yield) }
}

func (f *File) each(prefix string, yield func(Entry) bool) bool {
	for _, name := range slices.Sorted(maps.Keys(f.durable)) {
		e := f.durable[name]
		if !yield(Entry{prefix + name, e.directory, e.mode, e.size, e.parts()}) || !e.each(prefix+name+"/", yield) {
			return false
		}
	}
	return true
}

// Directory reports whether it is a directory.
func (f *File) Directory() bool { return f.directory }
