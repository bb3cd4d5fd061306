//go:build linux && amd64

package files

import (
	"encoding/binary"
	"strings"

	"golang.org/x/sys/unix"
)

// StatSize and StatxSize are the numbers of bytes that stat and statx write.
const (
	StatSize  = 144
	StatxSize = 256
)

var order = binary.LittleEndian

// steady reports whether the time at which a file was changed is the same in each run. Python compares it with the one of the code that
// it has compiled. Files in the directory are changed by the run itself, and those of the kernel have the present time.
func steady(p string, mode uint32, size uint64) bool {
	_, inside := Relative(p)
	return !inside && mode&unix.S_IFMT == unix.S_IFREG && size > 0 && !strings.HasPrefix(p, "/proc/") && !strings.HasPrefix(p, "/sys/")
}

// foreign reports whether it is a directory that other programs may change.
func foreign(p string, mode uint32) bool {
	_, inside := Relative(p)
	return !inside && mode&unix.S_IFMT == unix.S_IFDIR
}

// The fields that stat writes.
const (
	statDevice, statInode, statMode, statBlockSize, statTimes = 0, 8, 24, 56, 72
	statLinks, statLength, statBlocks                         = 16, 48, 64
	timeSize                                                  = 16 // of each of three: of the last access, change, and change of its description
)

// Stat changes the bytes that stat has written of a file.
func (d *Disk) Stat(p string, b []byte) {
	order.PutUint64(b[statDevice:], 1)
	order.PutUint64(b[statInode:], d.Inode(p, order.Uint64(b[statInode:])))
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
}

// ObjectStat returns the bytes that stat writes of an object other than a file.
func ObjectStat(mode uint32) []byte {
	b := make([]byte, StatSize)
	order.PutUint32(b[statMode:], mode)
	order.PutUint64(b[statLinks:], 1)
	order.PutUint64(b[statBlockSize:], 4096)
	return b
}

// The fields that statx writes.
const (
	xBlockSize, xLinks, xMode, xInode, xLength, xBlocks, xTimes, xChanged, xDevice, xMount = 4, 16, 28, 32, 40, 48, 64, 112, 136, 144

	basic = 0x7ff // fields are known
)

// Statx changes the bytes that statx has written of a file.
func (d *Disk) Statx(p string, b []byte) {
	order.PutUint64(b[xInode:], d.Inode(p, order.Uint64(b[xInode:])))
	clear(b[xTimes:xChanged])
	if !steady(p, uint32(order.Uint16(b[xMode:])), order.Uint64(b[xLength:])) {
		clear(b[xChanged : xChanged+timeSize])
	}
	if foreign(p, uint32(order.Uint16(b[xMode:]))) {
		order.PutUint32(b[xLinks:], 2)
		order.PutUint64(b[xLength:], 4096)
		order.PutUint64(b[xBlocks:], 8)
	}
	order.PutUint64(b[xDevice:], 1)
	order.PutUint64(b[xMount:], 1)
}

// ObjectStatx returns the bytes that statx writes of an object other than a file.
func ObjectStatx(mode uint32) []byte {
	b := make([]byte, StatxSize)
	order.PutUint32(b, basic)
	order.PutUint32(b[xBlockSize:], 4096)
	order.PutUint32(b[xLinks:], 1)
	order.PutUint16(b[xMode:], uint16(mode))
	return b
}

// Entries changes the numbers of files in the entries of a directory.
func (d *Disk) Entries(directory string, b []byte) {
	for at := 0; at+18 <= len(b); at += int(order.Uint16(b[at+16:])) {
		order.PutUint64(b[at:], d.Inode(directory, order.Uint64(b[at:])))
	}
}

// System describes the file system, as statfs writes it.
func System() []byte {
	b := make([]byte, 120)
	const blocks = 1 << 20
	for i, v := range []uint64{unix.TMPFS_MAGIC, 4096, blocks, blocks / 2, blocks / 2, 1 << 20, 1 << 19, 0, 255, 4096} {
		order.PutUint64(b[8*i:], v)
	}
	return b
}
