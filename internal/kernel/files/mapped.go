//go:build linux && (amd64 || arm64)

package files

import (
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// mapping is a part of the memory of the program that is a part of a file in its directory. It may be no more.
type mapping struct {
	process  *ptrace.Process
	at, size uint64
	node     *journal.File
	file     *os.File
}

// MapFile notes that the kernel has mapped a file that the program can change by memory.
func (d *Disk) MapFile(p *ptrace.Process, number int, node *journal.File, at, size uint64) {
	f, err := os.Open(p.File(number))
	if err != nil {
		panic(err) // the program has it open
	}
	d.Map(node)
	d.mapped = slices.Insert(d.mapped, 0, mapping{p, at, size, node, f}) // the last one counts
}

// FindMapped notes what the program has changed by memory in a file, or in all if it is nil.
func (d *Disk) FindMapped(node *journal.File) {
	seen := map[*journal.File]bool{}
	for _, p := range d.mapped {
		if (node == nil || node == p.node) && !seen[p.node] {
			seen[p.node] = true
			written(p.file, func(at int64, data []byte) { d.NoteMapped(p.node, at, data) })
		}
	}
}

// written calls found with the parts of a file that were ever written.
func written(f *os.File, found func(at int64, data []byte)) {
	b := make([]byte, 1<<16)
	for at := int64(0); ; {
		from, err := unix.Seek(int(f.Fd()), at, unix.SEEK_DATA)
		if err != nil {
			return // there is no more
		}
		n, err := f.ReadAt(b, from)
		found(from, b[:n])
		if err != nil {
			return // the end of the file
		}
		at = from + int64(n)
	}
}

// ForgetMapped ends the mappings of a program that ends.
func (d *Disk) ForgetMapped() {
	d.FindMapped(nil)
	for _, p := range d.mapped {
		_ = p.file.Close() // it was only read
	}
	d.mapped = nil
}

// Mapped returns the file that a process has mapped at an address, or nil.
func (d *Disk) Mapped(p *ptrace.Process, at uint64) *journal.File {
	i := slices.IndexFunc(d.mapped, func(m mapping) bool { return m.process == p && at >= m.at && at < m.at+m.size })
	if i < 0 {
		return nil
	}
	return d.mapped[i].node
}

// Share lets a new process have the mappings of another one.
func (d *Disk) Share(p, child *ptrace.Process) {
	for _, m := range d.mapped {
		if m.process == p {
			m.process = child
			d.mapped = append(d.mapped, m)
		}
	}
}

// Unmap ends the mappings of a process that executes another program.
func (d *Disk) Unmap(p *ptrace.Process) {
	d.FindMapped(nil)
	d.mapped = slices.DeleteFunc(d.mapped, func(m mapping) bool { return m.process == p })
}
