//go:build linux && (amd64 || arm64)

package ptrace

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Memory is the memory of a process.
type Memory struct{ pid int }

// Read fills b from the address. It reports whether all of it is there.
func (m Memory) Read(at uint64, b []byte) bool {
	return m.transfer(unix.ProcessVMReadv, at, b)
}

// Write writes b to the address. It reports whether all of it could be written.
func (m Memory) Write(at uint64, b []byte) bool {
	return m.transfer(unix.ProcessVMWritev, at, b)
}

func (m Memory) transfer(by func(pid int, local []unix.Iovec, remote []unix.RemoteIovec, flags uint) (int, error), at uint64, b []byte) bool {
	if len(b) == 0 {
		return true
	}
	n, err := by(m.pid, []unix.Iovec{{Base: &b[0], Len: uint64(len(b))}}, []unix.RemoteIovec{{Base: uintptr(at), Len: len(b)}}, 0)
	return err == nil && n == len(b)
}

// Uint32 returns the number at the address, 0 if there is none.
func (m Memory) Uint32(at uint64) uint32 {
	var b [4]byte
	m.Read(at, b[:])
	return order.Uint32(b[:])
}

// Uint64 returns the number at the address, 0 if there is none.
func (m Memory) Uint64(at uint64) uint64 {
	var b [8]byte
	m.Read(at, b[:])
	return order.Uint64(b[:])
}

// PutUint32 writes a number.
func (m Memory) PutUint32(at uint64, v uint32) bool {
	return m.Write(at, order.AppendUint32(nil, v))
}

// PutUint64 writes a number.
func (m Memory) PutUint64(at, v uint64) bool {
	return m.Write(at, order.AppendUint64(nil, v))
}

// Text returns the text that ends with a zero byte, of 4,096 bytes at most.
func (m Memory) Text(at uint64) string {
	const page, piece = 4096, 128
	var all []byte
	for len(all) < page {
		b := make([]byte, min(piece, page-at%page))
		if !m.Read(at, b) {
			break
		}
		if end := bytes.IndexByte(b, 0); end >= 0 {
			return string(append(all, b[:end]...))
		}
		all, at = append(all, b...), at+uint64(len(b))
	}
	return string(all)
}

// force writes to memory that the process itself cannot write.
func (m Memory) force(at uint64, b []byte) error {
	f, err := os.OpenFile(procOf(m.pid)+"/mem", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(b, int64(at))
	return errors.Join(err, f.Close())
}

// ProcessorTime returns the time that a thread has run, not the time that has passed: the machine may be busy. It is 0 if the
// thread has ended.
func ProcessorTime(thread int) (ran time.Duration) {
	if b, err := os.ReadFile(procOf(thread) + "/schedstat"); err == nil {
		_, _ = fmt.Sscan(string(b), &ran)
	}
	return ran
}

// MemoryUsed returns how much memory the process of a thread has, in bytes; 0 if it has ended.
func MemoryUsed(thread int) int64 {
	var all, present int64
	if b, err := os.ReadFile(procOf(thread) + "/statm"); err == nil {
		_, _ = fmt.Sscan(string(b), &all, &present)
	}
	return present * int64(os.Getpagesize())
}
