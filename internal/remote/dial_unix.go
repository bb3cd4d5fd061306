//go:build unix

package remote

import (
	"io"
	"os"
	"syscall"
)

// dial connects to a socket. It does not use package net: with that, each program around models also links runtime/cgo, and takes
// a tenth longer to link.
func dial(socket string) (io.ReadWriteCloser, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: socket})
	if err == nil {
		err = syscall.SetNonblock(fd, true) // so that Close ends a Read
	}
	if err != nil {
		syscall.Close(fd)
		return nil, &os.PathError{Op: "connect", Path: socket, Err: err}
	}
	return os.NewFile(uintptr(fd), socket), nil
}
