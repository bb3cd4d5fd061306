//go:build linux && (amd64 || arm64)

package files

import (
	"encoding/binary"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// StatSize and StatxSize are the numbers of bytes that stat and statx write.
const (
	StatSize  = int(unsafe.Sizeof(unix.Stat_t{}))
	StatxSize = int(unsafe.Sizeof(unix.Statx_t{}))
)

// steady reports whether the time at which a file was changed is the same in each run. Python compares it with the time of its compiled
// code. The run itself changes files in the directory, and files of the kernel have the present time.
func steady(p string, mode uint32, size int64) bool {
	_, inside := Relative(p)
	return !inside && mode&unix.S_IFMT == unix.S_IFREG && size > 0 && !strings.HasPrefix(p, "/proc/") && !strings.HasPrefix(p, "/sys/")
}

// foreign reports whether it is a directory that other programs may change.
func foreign(p string, mode uint32) bool {
	_, inside := Relative(p)
	return !inside && mode&unix.S_IFMT == unix.S_IFDIR
}

// Stat changes the bytes that stat has written of a file.
func (d *Disk) Stat(p string, b []byte) {
	s := (*unix.Stat_t)(unsafe.Pointer(&b[0]))
	s.Dev, s.Ino = 1, d.Inode(p, s.Ino)
	if !steady(p, s.Mode, s.Size) {
		s.Mtim = unix.Timespec{}
	}
	s.Atim, s.Ctim = unix.Timespec{}, unix.Timespec{}
	if foreign(p, s.Mode) {
		s.Nlink, s.Size, s.Blocks = 2, 4096, 8
	}
}

// ObjectStat returns the bytes that stat writes of an object other than a file.
func ObjectStat(mode uint32) []byte {
	b := make([]byte, StatSize)
	*(*unix.Stat_t)(unsafe.Pointer(&b[0])) = unix.Stat_t{Mode: mode, Nlink: 1, Blksize: 4096}
	return b
}

// Statx changes the bytes that statx has written of a file.
func (d *Disk) Statx(p string, b []byte) {
	s := (*unix.Statx_t)(unsafe.Pointer(&b[0]))
	s.Ino = d.Inode(p, s.Ino)
	if !steady(p, uint32(s.Mode), int64(s.Size)) {
		s.Mtime = unix.StatxTimestamp{}
	}
	s.Atime, s.Btime, s.Ctime = unix.StatxTimestamp{}, unix.StatxTimestamp{}, unix.StatxTimestamp{}
	if foreign(p, uint32(s.Mode)) {
		s.Nlink, s.Size, s.Blocks = 2, 4096, 8
	}
	s.Dev_major, s.Dev_minor, s.Mnt_id = 1, 0, 1
}

// ObjectStatx returns the bytes that statx writes of an object other than a file.
func ObjectStatx(mode uint32) []byte {
	b := make([]byte, StatxSize)
	*(*unix.Statx_t)(unsafe.Pointer(&b[0])) = unix.Statx_t{Mask: unix.STATX_BASIC_STATS, Blksize: 4096, Nlink: 1, Mode: uint16(mode)}
	return b
}

// Entries changes the numbers of files in the entries of a directory.
func (d *Disk) Entries(directory string, b []byte) {
	for at := 0; at+18 <= len(b); at += int(binary.LittleEndian.Uint16(b[at+16:])) {
		binary.LittleEndian.PutUint64(b[at:], d.Inode(directory, binary.LittleEndian.Uint64(b[at:])))
	}
}

// System describes the file system, as statfs writes it.
func System() []byte {
	b := make([]byte, unsafe.Sizeof(unix.Statfs_t{}))
	*(*unix.Statfs_t)(unsafe.Pointer(&b[0])) = unix.Statfs_t{
		Type: unix.TMPFS_MAGIC, Bsize: 4096, Blocks: 1 << 20, Bfree: 1 << 19, Bavail: 1 << 19, Files: 1 << 20, Ffree: 1 << 19, Namelen: 255, Frsize: 4096,
	}
	return b
}
