//go:build linux && (amd64 || arm64)

package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
	"github.com/checkmodel/checkmodel/internal/kernel/files"
	"github.com/checkmodel/checkmodel/internal/kernel/network"
)

// localName reads the name in the second argument: a path, or a name without a file. Both are empty if it has none.
func (c *call) localName() (path, abstract string, e unix.Errno) {
	b := make([]byte, min(c.arg[2], unix.SizeofSockaddrUnix))
	if !c.process.Read(c.arg[1], b) {
		return "", "", unix.EFAULT
	}
	if path, abstract, e = network.LocalName(b); e == 0 && abstract == "" {
		c.note([]byte(path))
	}
	return path, abstract, e
}

// bindLocal gives a socket a name. A file of the kind socket is made for a path, as the kernel does.
func (c *call) bindLocal(p *network.Pair) answer {
	name, abstract, e := c.localName()
	switch {
	case e != 0:
		return fail(e)
	case p.Named():
		return fail(unix.EINVAL)
	case abstract != "":
		return errno(c.machine.net.BindLocal(p, abstract, network.LocalAddress("", abstract)))
	}
	at, inside := files.Relative(c.absolute(-1, name))
	if name == "" || !inside {
		return uncovered("the name %q of a socket", name)
	}
	if c.point() {
		return answer{kind: crashes}
	}
	const mode = unix.S_IFSOCK | 0o755
	if err := unix.Mknod(c.process.of.Directory()+"/"+at, mode, 0); err == unix.EEXIST {
		return fail(unix.EADDRINUSE)
	} else if err != nil {
		return fail(err.(unix.Errno))
	}
	f := c.machine.disk.Create(at, false, mode)
	return errno(c.machine.net.BindLocal(p, f, network.LocalAddress(name, "")))
}

func (c *call) connectLocal(p *network.Pair) answer {
	name, abstract, e := c.localName()
	if e != 0 {
		return fail(e)
	}
	var key any = abstract
	if name != "" {
		at, inside := files.Relative(c.absolute(-1, name))
		var f *journal.File
		if inside {
			f = c.machine.disk.Find(at)
		}
		if f == nil { // nobody listens outside of the directory
			return fail(unix.ENOENT)
		}
		key = f
	}
	return errno(c.machine.net.ConnectLocal(p, key))
}
