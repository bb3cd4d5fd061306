//go:build linux && (amd64 || arm64)

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// Disk has the files of a machine.
type Disk struct {
	*journal.Tree
	mapped []mapping // the last one first
	inodes map[inode]int
}

// New returns a disk without files.
func New() *Disk { return &Disk{Tree: journal.New(), inodes: map[inode]int{}} }

// Fill writes the durable files to the directory of the program.
func (d *Disk) Fill(dir string) error {
	for e := range d.All() {
		var err error
		switch name := dir + "/" + e.Name; {
		case e.Directory:
			err = os.Mkdir(name, os.FileMode(e.Mode))
		case e.Mode&unix.S_IFMT == unix.S_IFSOCK:
			err = unix.Mknod(name, e.Mode, 0)
		default:
			err = fill(name, &e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func fill(name string, e *journal.Entry) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, os.FileMode(e.Mode))
	if err != nil {
		return err
	}
	for at, b := range e.Blocks {
		_, no := f.WriteAt(b, at)
		err = errors.Join(err, no)
	}
	return errors.Join(err, f.Truncate(e.Size), f.Close())
}

// Copy adds the files of a machine as durable ones, below a name: the files in the directory in which its program runs or, if dir is "",
// the durable files of its disk.
func (d *Disk) Copy(name string, of *Disk, dir string) error {
	defer d.Settle()
	d.Create(name, true, 0o755)
	if dir == "" {
		for e := range of.All() {
			f := d.Create(name+"/"+e.Name, e.Directory, e.Mode)
			for at, b := range e.Blocks {
				d.Write(f, at, b)
			}
			if !e.Directory {
				d.Truncate(f, e.Size)
			}
		}
		return nil
	}
	return fs.WalkDir(os.DirFS(dir), ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || p == ".":
			return err
		case e.IsDir():
			d.Create(name+"/"+p, true, 0o755)
			return nil
		case !e.Type().IsRegular():
			return nil
		}
		from, err := os.Open(dir + "/" + p)
		if err != nil {
			return err
		}
		defer from.Close()
		f := d.Create(name+"/"+p, false, 0o644)
		written(from, func(at int64, data []byte) { d.Write(f, at, data) })
		i, err := from.Stat()
		if err == nil {
			d.Truncate(f, i.Size())
		}
		return err
	})
}

// Relative returns the name in the directory of the program, and whether it is there.
func Relative(p string) (name string, inside bool) {
	if p == ptrace.Dir {
		return ".", true
	}
	return strings.CutPrefix(p, ptrace.Dir+"/")
}

// fixed are the files of the kernel that are the same in each run, and directories with such files. The others tell of the machine
// on which we run, and do not exist for a program.
var fixed = []string{
	"/proc/self/exe", "/proc/self/fd", "/proc/self/auxv", "/proc/self/cmdline", "/proc/self/comm", "/proc/self/environ", "/proc/filesystems",
	"/proc/version", "/proc/sys/kernel/cap_last_cap", "/proc/sys/kernel/osrelease", "/proc/sys/kernel/ostype", "/proc/sys/net/core",
	"/proc/sys/vm", "/sys/kernel/mm", "/sys/devices/system/cpu/cpu0/cache", "/sys/devices/system/cpu/cpu0/topology",
}

// Processors returns the content of a file of the kernel that lists the processors, of which there are so many; nil for another file.
func Processors(p string, n int) []byte {
	if name, is := strings.CutPrefix(p, "/sys/devices/system/cpu/"); !is || name != "online" && name != "possible" && name != "present" {
		return nil
	}
	return []byte(strings.TrimSuffix(fmt.Sprintf("0-%d", n-1), "-0") + "\n")
}

// Hidden reports whether a file does not exist for a program.
func Hidden(p string) bool {
	if strings.HasPrefix(p, "/tmp/hsperfdata_") { // Java lists its processes there
		return true
	}
	return (strings.HasPrefix(p, "/proc/") || strings.HasPrefix(p, "/sys/")) && !slices.ContainsFunc(fixed, func(f string) bool { return p == f || strings.HasPrefix(p, f+"/") })
}

// inode is the number that the kernel gives to a file, in the directory of the program or outside of it.
type inode struct {
	number uint64
	inside bool
}

// Inode returns a number that is the same in each run in place of the number of a file.
func (d *Disk) Inode(p string, number uint64) uint64 {
	_, inside := Relative(p)
	i := inode{number, inside}
	if d.inodes[i] == 0 {
		d.inodes[i] = len(d.inodes) + 1
	}
	return uint64(d.inodes[i])
}

// Maps returns the description of the memory of the process, with the same devices and numbers of files in each run.
func (d *Disk) Maps(p *ptrace.Process) []byte {
	b, err := os.ReadFile(p.Proc("maps"))
	if err != nil {
		panic(err) // it has stopped
	}
	return d.maps(string(b))
}

// maps replaces devices and numbers of files. Names stay in the column where the kernel writes them: the spaces before a name
// depend on how many digits the number has.
func (d *Disk) maps(text string) []byte {
	const device, inode, column = 3, 4, 73
	var all []byte
	for line := range strings.Lines(text) {
		f := strings.SplitN(line, " ", inode+2)
		number, err := strconv.ParseUint(f[inode], 10, 64)
		if err == nil && number != 0 {
			name := strings.TrimLeft(f[inode+1], " ")
			f[device], f[inode] = "00:01", fmt.Sprint(d.Inode(strings.TrimSpace(name), number))
			line = fmt.Sprintf("%-*s%s", column, strings.Join(f[:inode+1], " ")+" ", name)
		}
		all = append(all, line...)
	}
	return all
}

// Position returns the place at which the kernel writes next to an open file.
func Position(p *ptrace.Process, number int) int64 {
	b, err := os.ReadFile(p.Proc(fmt.Sprintf("fdinfo/%d", number)))
	var n int64
	if err == nil {
		_, err = fmt.Sscanf(string(b), "pos: %d", &n)
	}
	if err != nil {
		panic(err) // the file is open
	}
	return n
}

// Size returns the size of an open file.
func Size(p *ptrace.Process, number int) int64 {
	s, err := os.Stat(p.File(number))
	if err != nil {
		panic(err) // the file is open
	}
	return s.Size()
}
