//go:build linux && (amd64 || arm64)

package kernel

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/files"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// fileCalls are about files. The kernel executes them, and the journal remembers what they change.
var fileCalls = map[int]handler{
	unix.SYS_OPENAT:          func(c *call) answer { return c.open(c.path(0, 1), c.arg[2], uint32(c.arg[3])) },
	unix.SYS_FSYNC:           (*call).sync,
	unix.SYS_FDATASYNC:       (*call).sync,
	unix.SYS_SYNC_FILE_RANGE: returns(0),
	unix.SYS_SYNC:            (*call).syncAll,
	unix.SYS_SYNCFS:          (*call).syncAll,
	unix.SYS_FTRUNCATE: func(c *call) answer {
		if int64(c.arg[1]) < 0 {
			return fail(unix.EINVAL)
		}
		return c.onFile(func(f *descriptor.File) answer {
			return c.changes(func() { c.machine.disk.Truncate(f.Node, int64(c.arg[1])) })
		})
	},
	unix.SYS_FALLOCATE: func(c *call) answer {
		return c.onFile(func(f *descriptor.File) answer {
			switch c.arg[1] {
			case 0:
				return c.changes(func() { c.machine.disk.Truncate(f.Node, files.Size(c.process.of, c.number32(0))) })
			case unix.FALLOC_FL_KEEP_SIZE:
				return pass(c)
			}
			return fail(unix.EOPNOTSUPP) // as file systems without holes
		})
	},
	unix.SYS_TRUNCATE: func(c *call) answer {
		p, inside := files.Relative(c.path(-1, 0))
		if !inside {
			return pass(c)
		}
		return c.changes(func() { c.machine.disk.Truncate(c.machine.disk.Find(p), int64(c.arg[1])) })
	},
	unix.SYS_RENAMEAT: func(c *call) answer { return c.names(two(c.machine.disk.Rename), c.path(0, 1), c.path(2, 3)) },
	unix.SYS_RENAMEAT2: func(c *call) answer {
		if c.arg[4]&^unix.RENAME_NOREPLACE != 0 {
			return uncovered("flags %#x", c.arg[4])
		}
		return c.names(two(c.machine.disk.Rename), c.path(0, 1), c.path(2, 3))
	},
	unix.SYS_UNLINKAT: func(c *call) answer { return c.names(one(c.machine.disk.Remove), c.path(0, 1)) },
	unix.SYS_MKDIRAT:  func(c *call) answer { return c.mkdir(c.path(0, 1), uint32(c.arg[2])) },
	unix.SYS_LINKAT:   func(c *call) answer { return c.names(two(c.machine.disk.Link), c.path(0, 1), c.path(2, 3)) },
	unix.SYS_CHDIR: func(c *call) answer {
		to := c.path(-1, 0)
		return passNoting(func() { c.process.cwd = to })
	},
	unix.SYS_FCHDIR: func(c *call) answer {
		d := c.descriptor(0)
		if d == nil || d.File == nil {
			return fail(unix.ENOTDIR)
		}
		return passNoting(func() { c.process.cwd = d.File.Path })
	},
	unix.SYS_FLOCK: func(c *call) answer {
		return c.onFile(func(*descriptor.File) answer {
			if c.arg[1]&(unix.LOCK_NB|unix.LOCK_UN) != 0 {
				return pass(c)
			}
			return c.lock(c.arg[1] | unix.LOCK_NB)
		})
	},
	unix.SYS_FADVISE64:  returns(0),
	unix.SYS_READAHEAD:  returns(0),
	unix.SYS_FCHMOD:     func(c *call) answer { return c.onFile(func(*descriptor.File) answer { return pass(c) }) },
	unix.SYS_FCHMODAT:   pass,
	unix.SYS_FCHOWN:     pass,
	unix.SYS_FCHOWNAT:   pass,
	unix.SYS_UTIMENSAT:  pass,
	unix.SYS_SYMLINKAT:  fails(unix.EPERM), // as file systems without them
	unix.SYS_GETXATTR:   fails(unix.EOPNOTSUPP),
	unix.SYS_LGETXATTR:  fails(unix.EOPNOTSUPP),
	unix.SYS_FGETXATTR:  fails(unix.EOPNOTSUPP),
	unix.SYS_LISTXATTR:  fails(unix.EOPNOTSUPP),
	unix.SYS_LLISTXATTR: fails(unix.EOPNOTSUPP),
	unix.SYS_FLISTXATTR: fails(unix.EOPNOTSUPP),
	unix.SYS_FSTAT:      func(c *call) answer { return c.fstat(0, 1) },
	unix.SYS_NEWFSTATAT: func(c *call) answer {
		if c.arg[3]&unix.AT_EMPTY_PATH != 0 && c.process.Text(c.arg[1]) == "" {
			return c.fstat(0, 2)
		}
		return c.stat(c.path(0, 1), 2)
	},
	unix.SYS_STATX:   (*call).statx,
	unix.SYS_STATFS:  func(c *call) answer { return c.put(c.arg[1], files.System()) },
	unix.SYS_FSTATFS: func(c *call) answer { return c.put(c.arg[1], files.System()) },
	unix.SYS_GETDENTS64: func(c *call) answer {
		return c.onFile(func(f *descriptor.File) answer {
			return passThen(func(n int64) int64 {
				b := make([]byte, max(0, n))
				if n <= 0 || !c.process.Read(c.arg[1], b) {
					return n
				}
				c.machine.disk.Entries(f.Path, b)
				c.scatter([]part{{c.arg[1], len(b)}}, b)
				return n
			})
		})
	},
}

// path returns the absolute name in an argument, relative to the directory in another one, or to the working directory if that is -1.
func (c *call) path(dir, name int) string { return c.absolute(dir, c.process.Text(c.arg[name])) }

func (c *call) absolute(dir int, p string) string {
	at := c.process.cwd
	if d := c.descriptor(max(0, dir)); dir >= 0 && c.number32(dir) != unix.AT_FDCWD && d != nil && d.File != nil {
		at = d.File.Path
	}
	if path.IsAbs(p) {
		at = ""
	}
	p = path.Join(at, p)
	c.file, _ = files.Relative(p)
	return p
}

// onFile answers a call on a file of the program by f, and passes one on another file.
func (c *call) onFile(f func(*descriptor.File) answer) answer {
	switch d := c.descriptor(0); {
	case d == nil:
		return fail(unix.EBADF)
	case d.File == nil:
		return fail(unix.EINVAL)
	case !d.File.Inside:
		return pass(c)
	default:
		c.file, _ = files.Relative(d.File.Path)
		return f(d.File)
	}
}

// lock answers a call that would wait for a lock of a file, by the one with another second argument, which does not wait.
// The locks are of the machine's own files, so only its own process can have them.
func (c *call) lock(second uint64) answer {
	arg := c.arg
	arg[1] = second
	result, err := c.thread.Instead(c.number, arg[:]...)
	if err != nil || result == -int64(unix.EAGAIN) {
		return uncovered("waiting for a lock of a file that the process itself has")
	}
	return done(result)
}

// point is the point before a call that changes files. It reports whether the machine crashes.
func (c *call) point() bool { return c.machine.points.Pass("before ", c.name, " of ", c.file) }

// changes passes a call that changes files, before which the machine may crash, and notes the change if it succeeds.
func (c *call) changes(note func()) answer {
	if c.point() {
		return answer{kind: crashes}
	}
	return passNoting(note)
}

// passNoting passes a call, and notes its success.
func passNoting(note func()) answer {
	return passThen(func(result int64) int64 {
		if result >= 0 {
			note()
		}
		return result
	})
}

func (c *call) open(p string, flags uint64, mode uint32) answer {
	c.note([]byte(p))
	if rest, own := strings.CutPrefix(p, fmt.Sprintf("/proc/%d/", firstThread)); own {
		p = "/proc/self/" + rest
	}
	switch {
	case p == "/dev/urandom" || p == "/dev/random":
		return done(int64(c.add(&descriptor.Description{Object: c.machine.random})))
	case p == "/proc/self/maps":
		return done(int64(c.add(&descriptor.Description{Object: descriptor.NewText(c.machine.disk.Maps(c.process.of))})))
	case files.Processors(p, c.machine.CPUs) != nil:
		return done(int64(c.add(&descriptor.Description{Object: descriptor.NewText(files.Processors(p, c.machine.CPUs))})))
	case files.Hidden(p):
		return fail(unix.ENOENT)
	}
	f := &descriptor.File{Path: p, Appends: flags&unix.O_APPEND != 0, Syncs: flags&unix.O_DSYNC != 0}
	name := ""
	name, f.Inside = files.Relative(p)
	opened := func(n int64) int64 {
		if n >= 0 {
			c.process.files.Set(int(n), &descriptor.Description{File: f})
		}
		return n
	}
	if !f.Inside {
		return passThen(opened)
	}
	if flags&unix.O_TMPFILE == unix.O_TMPFILE {
		return uncovered("a file without a name")
	}
	disk := c.machine.disk
	f.Node = disk.Find(name)
	creates, empties := f.Node == nil && flags&unix.O_CREAT != 0, f.Node != nil && flags&unix.O_TRUNC != 0
	if (creates || empties) && c.point() {
		return answer{kind: crashes}
	}
	return passThen(func(n int64) int64 {
		if n >= 0 && creates {
			f.Node = disk.Create(name, false, mode)
		} else if n >= 0 && empties {
			disk.Truncate(f.Node, 0)
		}
		return opened(n)
	})
}

// sync makes a file durable. The kernel has nothing to do: only the journal counts. It takes longer than all that other threads can do.
func (c *call) sync() answer {
	return c.onFile(func(f *descriptor.File) answer {
		if c.point() {
			return answer{kind: crashes}
		}
		return waitFor(condition{slow: true, deadline: timeline.Never, try: func() (int64, bool) {
			if c.machine.points.PassSync("in ", c.name, " of ", c.file) {
				return 0, true // it crashes before the program goes on
			}
			c.machine.disk.FindMapped(f.Node)
			if _, fails := c.machine.points.Take(timeline.Sync, c.file); fails {
				c.machine.disk.FailSync(f.Node)
				return -int64(unix.EIO), true
			}
			c.machine.disk.Sync(f.Node)
			return 0, true
		}})
	})
}

func (c *call) syncAll() answer {
	c.machine.disk.FindMapped(nil)
	c.machine.disk.Settle()
	return done(0)
}

// names passes a call that changes names of files, and notes the change. One that is not about the directory of the program
// fails: nothing else can be written.
func (c *call) names(note func(names []string), paths ...string) answer {
	c.note([]byte(strings.Join(paths, "\x00")))
	names := make([]string, len(paths))
	for i, p := range paths {
		var inside bool
		if names[i], inside = files.Relative(p); !inside {
			return pass(c)
		}
	}
	return c.changes(func() { note(names) })
}

func one(change func(name string)) func([]string) {
	return func(n []string) { change(n[0]) }
}

func two(change func(old, name string)) func([]string) {
	return func(n []string) { change(n[0], n[1]) }
}

func (c *call) mkdir(p string, mode uint32) answer {
	return c.names(func(n []string) { c.machine.disk.Create(n[0], true, mode) }, p)
}

// stat passes a call that describes a file, without what differs from run to run.
func (c *call) stat(p string, to int) answer {
	return c.described(files.StatSize, to, func(b []byte) { c.machine.disk.Stat(p, b) })
}

// described passes a call that describes a file by so many bytes, and changes them.
func (c *call) described(size, to int, change func([]byte)) answer {
	return passThen(func(result int64) int64 {
		b := make([]byte, size)
		if result == 0 && c.process.Read(c.arg[to], b) {
			change(b)
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
	case d.File != nil:
		return c.stat(d.File.Path, to)
	}
	return c.put(c.arg[to], files.ObjectStat(d.Object.Mode()))
}

func (c *call) statx() answer {
	p, d := c.path(0, 1), c.descriptor(0)
	if c.arg[2]&unix.AT_EMPTY_PATH != 0 && c.process.Text(c.arg[1]) == "" && d != nil && d.Object != nil {
		return c.put(c.arg[4], files.ObjectStatx(d.Object.Mode()))
	}
	return c.described(files.StatxSize, 4, func(b []byte) { c.machine.disk.Statx(p, b) })
}
