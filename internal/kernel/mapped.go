//go:build linux && amd64

package kernel

import (
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
)

// mapping is a part of the memory of the program that is a part of a file in its directory. It may be no more.
type mapping struct {
	process  *process
	at, size uint64
	node     *journal.File
	file     *os.File
}

// mapFile notes that the kernel has mapped a file that the program can change by memory.
func (m *Machine) mapFile(p *process, number int, node *journal.File, at, size uint64) {
	f, err := os.Open(p.of.File(number))
	if err != nil {
		panic(err) // the program has it open
	}
	m.disk.Map(node)
	m.mapped = slices.Insert(m.mapped, 0, mapping{p, at, size, node, f}) // the last one counts
}

// findMapped notes what the program has changed by memory in a file, or in all if it is nil.
func (m *Machine) findMapped(node *journal.File) {
	seen := map[*journal.File]bool{}
	for _, p := range m.mapped {
		if (node == nil || node == p.node) && !seen[p.node] {
			seen[p.node] = true
			p.find(m.disk)
		}
	}
}

// find compares the file with what the journal has, other than the parts that were never written.
func (p *mapping) find(disk *journal.Tree) {
	b := make([]byte, 1<<16)
	for at := int64(0); ; {
		from, err := unix.Seek(int(p.file.Fd()), at, unix.SEEK_DATA)
		if err != nil {
			return // there is no more
		}
		n, err := p.file.ReadAt(b, from)
		disk.Found(p.node, from, b[:n])
		if err != nil {
			return // the end of the file
		}
		at = from + int64(n)
	}
}

// forgetMapped ends the mappings of a program that ends.
func (m *Machine) forgetMapped() {
	m.findMapped(nil)
	for _, p := range m.mapped {
		_ = p.file.Close() // it was only read
	}
	m.mapped = nil
}

func (c *call) msync() answer {
	i := slices.IndexFunc(c.machine.mapped, func(p mapping) bool { return p.process == c.process && c.arg[0] >= p.at && c.arg[0] < p.at+p.size })
	if i < 0 {
		return pass(c)
	}
	node := c.machine.mapped[i].node
	c.machine.findMapped(node)
	return c.changes(func() {
		if c.arg[2]&unix.MS_SYNC != 0 {
			c.machine.disk.Sync(node)
		}
	})
}
