package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// ErrClaimed is the error that another process, or this one, has claimed a file.
var ErrClaimed = errors.New("another command is at work with that file")

// Claim claims a file, which need not exist, until release is called or the process ends. Only Claim respects
// claims. On a system without locks every claim succeeds.
//
// The claim is a lock on an empty file beside it. Release removes that file, and so does the next claim after a
// process was killed.
func Claim(name string) (release func(), err error) {
	p, err := Find(name)
	if err != nil {
		return nil, about("claim", name, err)
	}
	path, flag := temporary(p.Path)+"lock", os.O_WRONLY|os.O_CREATE
	for {
		if !renamesOpen { // nor can an open file be removed, which is the lock
			os.Remove(path)
			flag |= os.O_EXCL
		}
		f, err := os.OpenFile(path, flag, 0o666)
		if !renamesOpen && errors.Is(err, fs.ErrExist) {
			return nil, about("claim", name, ErrClaimed)
		}
		if err != nil {
			return nil, about("claim", name, err)
		}
		if errors.Is(lock(f), syscall.EWOULDBLOCK) {
			f.Close()
			return nil, about("claim", name, ErrClaimed)
		}
		if !stillAt(path, f) { // the process that had the claim has removed it
			f.Close()
			continue
		}
		return func() {
			if !renamesOpen {
				f.Close()
			}
			os.Remove(path)
			f.Close()
		}, nil
	}
}
