//go:build linux && amd64

package kernel

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// fileCalls are about files. The kernel executes them, and the journal remembers what they change.
var fileCalls = map[int]row{
	unix.SYS_OPENAT: {"openat", func(c *call) answer { return c.open(c.path(0, 1), c.arg[2], uint32(c.arg[3])) }},
	unix.SYS_OPEN:   {"open", func(c *call) answer { return c.open(c.path(-1, 0), c.arg[1], uint32(c.arg[2])) }},
	unix.SYS_CREAT: {"creat", func(c *call) answer {
		return c.open(c.path(-1, 0), unix.O_CREAT|unix.O_WRONLY|unix.O_TRUNC, uint32(c.arg[1]))
	}},
	unix.SYS_FSYNC:           {"fsync", (*call).sync},
	unix.SYS_FDATASYNC:       {"fdatasync", (*call).sync},
	unix.SYS_SYNC_FILE_RANGE: {"sync_file_range", returns(0)},
	unix.SYS_SYNC: {"sync", func(c *call) answer {
		c.machine.findMapped(nil)
		c.machine.disk.Settle()
		return done(0)
	}},
	unix.SYS_SYNCFS: {"syncfs", func(c *call) answer {
		c.machine.findMapped(nil)
		c.machine.disk.Settle()
		return done(0)
	}},
	unix.SYS_FTRUNCATE: {"ftruncate", func(c *call) answer {
		if int64(c.arg[1]) < 0 {
			return fail(unix.EINVAL)
		}
		return c.onFile(func(f *openFile) answer {
			return c.changes(func() { c.machine.disk.Cut(f.node, int64(c.arg[1])) })
		})
	}},
	unix.SYS_FALLOCATE: {"fallocate", func(c *call) answer {
		return c.onFile(func(f *openFile) answer {
			switch c.arg[1] {
			case 0:
				return c.changes(func() { c.machine.disk.Cut(f.node, c.process.sizeOf(c.number32(0))) })
			case unix.FALLOC_FL_KEEP_SIZE:
				return pass(c)
			}
			return uncovered("mode %d", c.arg[1])
		})
	}},
	unix.SYS_TRUNCATE: {"truncate", func(c *call) answer {
		p, inside := relative(c.path(-1, 0))
		if !inside {
			return pass(c)
		}
		return c.changes(func() { c.machine.disk.Cut(c.machine.disk.Find(p), int64(c.arg[1])) })
	}},
	unix.SYS_RENAME:   {"rename", func(c *call) answer { return c.rename(c.path(-1, 0), c.path(-1, 1)) }},
	unix.SYS_RENAMEAT: {"renameat", func(c *call) answer { return c.rename(c.path(0, 1), c.path(2, 3)) }},
	unix.SYS_RENAMEAT2: {"renameat2", func(c *call) answer {
		if c.arg[4]&^unix.RENAME_NOREPLACE != 0 {
			return uncovered("flags %#x", c.arg[4])
		}
		return c.rename(c.path(0, 1), c.path(2, 3))
	}},
	unix.SYS_UNLINK:   {"unlink", func(c *call) answer { return c.remove(c.path(-1, 0)) }},
	unix.SYS_RMDIR:    {"rmdir", func(c *call) answer { return c.remove(c.path(-1, 0)) }},
	unix.SYS_UNLINKAT: {"unlinkat", func(c *call) answer { return c.remove(c.path(0, 1)) }},
	unix.SYS_MKDIR:    {"mkdir", func(c *call) answer { return c.mkdir(c.path(-1, 0), uint32(c.arg[1])) }},
	unix.SYS_MKDIRAT:  {"mkdirat", func(c *call) answer { return c.mkdir(c.path(0, 1), uint32(c.arg[2])) }},
	unix.SYS_LINK:     {"link", func(c *call) answer { return c.link(c.path(-1, 0), c.path(-1, 1)) }},
	unix.SYS_LINKAT:   {"linkat", func(c *call) answer { return c.link(c.path(0, 1), c.path(2, 3)) }},
	unix.SYS_CHDIR: {"chdir", func(c *call) answer {
		to := c.path(-1, 0)
		return passThen(func(result int64) int64 {
			if result == 0 {
				c.process.cwd = to
			}
			return result
		})
	}},
	unix.SYS_FCHDIR: {"fchdir", func(c *call) answer {
		d := c.descriptor(0)
		if d == nil || d.file == nil {
			return fail(unix.ENOTDIR)
		}
		return passThen(func(result int64) int64 {
			if result == 0 {
				c.process.cwd = d.file.path
			}
			return result
		})
	}},
	unix.SYS_FLOCK: {"flock", func(c *call) answer {
		if c.arg[1]&(unix.LOCK_NB|unix.LOCK_UN) == 0 {
			return c.onFile(func(*openFile) answer { return answer{kind: passed, second: c.arg[1] | unix.LOCK_NB} })
		}
		return c.onFile(func(*openFile) answer { return pass(c) })
	}},
	unix.SYS_FADVISE64: {"fadvise64", returns(0)},
	unix.SYS_READAHEAD: {"readahead", returns(0)},
	unix.SYS_CHMOD:     {"chmod", pass},
	unix.SYS_FCHMOD:    {"fchmod", func(c *call) answer { return c.onFile(func(*openFile) answer { return pass(c) }) }},
	unix.SYS_FCHMODAT:  {"fchmodat", pass},
	unix.SYS_CHOWN:     {"chown", pass},
	unix.SYS_FCHOWN:    {"fchown", pass},
	unix.SYS_FCHOWNAT:  {"fchownat", pass},
	unix.SYS_UTIMENSAT: {"utimensat", pass},
	unix.SYS_STAT:      {"stat", func(c *call) answer { return c.stat(c.path(-1, 0), 1) }},
	unix.SYS_LSTAT:     {"lstat", func(c *call) answer { return c.stat(c.path(-1, 0), 1) }},
	unix.SYS_FSTAT:     {"fstat", func(c *call) answer { return c.fstat(0, 1) }},
	unix.SYS_NEWFSTATAT: {"newfstatat", func(c *call) answer {
		if c.arg[3]&unix.AT_EMPTY_PATH != 0 && c.process.Text(c.arg[1]) == "" {
			return c.fstat(0, 2)
		}
		return c.stat(c.path(0, 1), 2)
	}},
	unix.SYS_STATX:   {"statx", (*call).statx},
	unix.SYS_STATFS:  {"statfs", func(c *call) answer { return c.put(c.arg[1], fileSystem()) }},
	unix.SYS_FSTATFS: {"fstatfs", func(c *call) answer { return c.put(c.arg[1], fileSystem()) }},
	unix.SYS_GETDENTS64: {"getdents64", func(c *call) answer {
		return c.onFile(func(f *openFile) answer {
			return passThen(func(n int64) int64 {
				b := make([]byte, max(0, n))
				if n <= 0 || !c.process.Read(c.arg[1], b) {
					return n
				}
				for at := 0; at+18 <= len(b); at += int(order.Uint16(b[at+16:])) {
					order.PutUint64(b[at:], c.machine.inode(f.path, order.Uint64(b[at:])))
				}
				c.scatter([]part{{c.arg[1], len(b)}}, b)
				return n
			})
		})
	}},
}

// path returns the absolute name in an argument, relative to the directory in another one, or to the working directory if that is -1.
func (c *call) path(dir, name int) string { return c.absolute(dir, c.process.Text(c.arg[name])) }

func (c *call) absolute(dir int, p string) string {
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	at := c.process.cwd
	if dir >= 0 && c.number32(dir) != unix.AT_FDCWD {
		if d := c.descriptor(dir); d != nil && d.file != nil {
			at = d.file.path
		}
	}
	return path.Join(at, p)
}

// relative returns the name in the directory of the program, and whether it is there.
func relative(p string) (name string, inside bool) {
	if p == ptrace.Dir {
		return ".", true
	}
	return strings.CutPrefix(p, ptrace.Dir+"/")
}

// onFile answers a call on a file of the program by f, and passes one on another file.
func (c *call) onFile(f func(*openFile) answer) answer {
	switch d := c.descriptor(0); {
	case d == nil:
		return fail(unix.EBADF)
	case d.file == nil:
		return fail(unix.EINVAL)
	case !d.file.inside:
		return pass(c)
	default:
		return f(d.file)
	}
}

// changes passes a call that changes files, before which the machine may crash, and notes the change if it succeeds.
func (c *call) changes(note func()) answer {
	if c.machine.points.pass() {
		return answer{kind: crashes}
	}
	return passThen(func(result int64) int64 {
		if result >= 0 {
			note()
		}
		return result
	})
}

// fixed are the files of the kernel that are the same in each run, and directories with such files. The others tell of the machine
// on which we run, and do not exist for a program.
var fixed = []string{
	"/proc/self/exe", "/proc/self/fd", "/proc/self/auxv", "/proc/self/cmdline", "/proc/self/comm", "/proc/self/environ", "/proc/filesystems",
	"/proc/version", "/proc/sys/kernel/cap_last_cap", "/proc/sys/kernel/osrelease", "/proc/sys/kernel/ostype", "/proc/sys/net/core",
	"/proc/sys/vm", "/sys/kernel/mm", "/sys/devices/system",
}

func hidden(p string) bool {
	if !strings.HasPrefix(p, "/proc/") && !strings.HasPrefix(p, "/sys/") {
		return false
	}
	return !slices.ContainsFunc(fixed, func(f string) bool { return p == f || strings.HasPrefix(p, f+"/") })
}

func (c *call) open(p string, flags uint64, mode uint32) answer {
	c.note([]byte(p))
	if rest, own := strings.CutPrefix(p, fmt.Sprintf("/proc/%d/", firstThread)); own {
		p = "/proc/self/" + rest
	}
	switch {
	case p == "/dev/urandom" || p == "/dev/random":
		return done(int64(c.add(&description{object: c.machine.random})))
	case p == "/proc/self/maps":
		return done(int64(c.add(&description{object: &text{c.process.maps(c.machine)}})))
	case hidden(p):
		return fail(unix.ENOENT)
	}
	f := &openFile{path: p, appends: flags&unix.O_APPEND != 0}
	name := ""
	name, f.inside = relative(p)
	opened := func(n int64) int64 {
		if n >= 0 {
			c.process.files.set(int(n), &description{file: f})
		}
		return n
	}
	if !f.inside {
		return passThen(opened)
	}
	if flags&unix.O_TMPFILE == unix.O_TMPFILE {
		return uncovered("a file without a name")
	}
	disk := c.machine.disk
	f.node = disk.Find(name)
	creates, empties := f.node == nil && flags&unix.O_CREAT != 0, f.node != nil && flags&unix.O_TRUNC != 0
	if (creates || empties) && c.machine.points.pass() {
		return answer{kind: crashes}
	}
	return passThen(func(n int64) int64 {
		if n >= 0 && creates {
			f.node = disk.Create(name, false, mode)
		} else if n >= 0 && empties {
			disk.Cut(f.node, 0)
		}
		return opened(n)
	})
}

// sync makes a file durable. The kernel has nothing to do: only the journal counts.
func (c *call) sync() answer {
	return c.onFile(func(f *openFile) answer {
		if c.machine.points.pass() {
			return answer{kind: crashes}
		}
		c.machine.findMapped(f.node)
		c.machine.disk.Sync(f.node)
		return done(0)
	})
}

// two passes a call with two names of files.
func (c *call) two(old, name string, note func(old, name string)) answer {
	c.note([]byte(old + "\x00" + name))
	a, first := relative(old)
	b, second := relative(name)
	if !first || !second {
		return pass(c) // it fails: nothing else can be written
	}
	return c.changes(func() { note(a, b) })
}

func (c *call) rename(old, name string) answer { return c.two(old, name, c.machine.disk.Rename) }

func (c *call) link(old, name string) answer { return c.two(old, name, c.machine.disk.Link) }

func (c *call) remove(p string) answer {
	c.note([]byte(p))
	name, inside := relative(p)
	if !inside {
		return pass(c)
	}
	return c.changes(func() { c.machine.disk.Remove(name) })
}

func (c *call) mkdir(p string, mode uint32) answer {
	c.note([]byte(p))
	name, inside := relative(p)
	if !inside {
		return pass(c)
	}
	return c.changes(func() { c.machine.disk.Create(name, true, mode) })
}

// inode is the number that the kernel gives to a file, in the directory of the program or outside of it.
type inode struct {
	number uint64
	inside bool
}

// inode returns a number that is the same in each run in place of the number of a file.
func (m *Machine) inode(p string, number uint64) uint64 {
	_, inside := relative(p)
	i := inode{number, inside}
	if m.inodes[i] == 0 {
		m.inodes[i] = len(m.inodes) + 1
	}
	return uint64(m.inodes[i])
}

// steady reports whether the time at which a file was changed is the same in each run. Python compares it with the one of the code that
// it has compiled. Files in the directory are changed by the run itself, and those of the kernel have the present time.
func steady(p string, mode uint32, size uint64) bool {
	_, inside := relative(p)
	return !inside && mode&unix.S_IFMT == unix.S_IFREG && size > 0 && !strings.HasPrefix(p, "/proc/") && !strings.HasPrefix(p, "/sys/")
}

// foreign reports whether it is a directory that other programs may change.
func foreign(p string, mode uint32) bool {
	_, inside := relative(p)
	return !inside && mode&unix.S_IFMT == unix.S_IFDIR
}

// The fields of what stat writes.
const (
	statDevice, statInode, statMode, statBlockSize, statTimes, statSize = 0, 8, 24, 56, 72, 144
	statLinks, statLength, statBlocks                                   = 16, 48, 64
	timeSize                                                            = 16 // of each of three: of the last access, change, and change of its description
)

// stat passes a call that describes a file, without what differs from run to run.
func (c *call) stat(p string, to int) answer {
	return passThen(func(result int64) int64 {
		b := make([]byte, statSize)
		if result == 0 && c.process.Read(c.arg[to], b) {
			order.PutUint64(b[statDevice:], 1)
			order.PutUint64(b[statInode:], c.machine.inode(p, order.Uint64(b[statInode:])))
			changed := b[statTimes+timeSize:][:timeSize]
			if !steady(p, order.Uint32(b[statMode:]), order.Uint64(b[statLength:])) {
				clear(changed)
			}
			clear(b[statTimes:][:timeSize])
			clear(b[statTimes+2*timeSize:][:timeSize])
			if foreign(p, order.Uint32(b[statMode:])) {
				order.PutUint64(b[statLinks:], 2)
				order.PutUint64(b[statLength:], 4096)
				order.PutUint64(b[statBlocks:], 8)
			}
			c.scatter([]part{{c.arg[to], len(b)}}, b)
		}
		return result
	})
}

func (c *call) fstat(of, to int) answer {
	d := c.descriptor(of)
	switch {
	case d == nil:
		return fail(unix.EBADF)
	case d.file != nil:
		return c.stat(d.file.path, to)
	}
	b := make([]byte, statSize)
	order.PutUint32(b[statMode:], d.object.mode())
	order.PutUint64(b[statLinks:], 1)
	order.PutUint64(b[statBlockSize:], 4096)
	return c.put(c.arg[to], b)
}

func (c *call) statx() answer {
	const links, inode, mode, length, blocks, times, changed, device, mount, all, basic = 16, 32, 28, 40, 48, 64, 112, 136, 144, 256, 0x7ff
	p, d := c.path(0, 1), c.descriptor(0)
	if c.arg[2]&unix.AT_EMPTY_PATH != 0 && c.process.Text(c.arg[1]) == "" && d != nil && d.object != nil {
		b := make([]byte, all)
		order.PutUint32(b, basic)
		order.PutUint32(b[4:], 4096)
		order.PutUint32(b[links:], 1)
		order.PutUint16(b[mode:], uint16(d.object.mode()))
		return c.put(c.arg[4], b)
	}
	return passThen(func(result int64) int64 {
		b := make([]byte, all)
		if result == 0 && c.process.Read(c.arg[4], b) {
			order.PutUint64(b[inode:], c.machine.inode(p, order.Uint64(b[inode:])))
			clear(b[times:changed])
			if !steady(p, uint32(order.Uint16(b[mode:])), order.Uint64(b[length:])) {
				clear(b[changed : changed+timeSize])
			}
			if foreign(p, uint32(order.Uint16(b[mode:]))) {
				order.PutUint32(b[links:], 2)
				order.PutUint64(b[length:], 4096)
				order.PutUint64(b[blocks:], 8)
			}
			order.PutUint64(b[device:], 1)
			order.PutUint64(b[mount:], 1)
			c.scatter([]part{{c.arg[4], len(b)}}, b)
		}
		return result
	})
}

// fileSystem describes the file system, as statfs writes it.
func fileSystem() []byte {
	b := make([]byte, 120)
	const blocks = 1 << 20
	for i, v := range []uint64{unix.TMPFS_MAGIC, 4096, blocks, blocks / 2, blocks / 2, 1 << 20, 1 << 19, 0, 255, 4096} {
		order.PutUint64(b[8*i:], v)
	}
	return b
}
