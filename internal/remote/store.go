package remote

import (
	"errors"
	"os"
)

// store keeps contents in files, as results may wait for hours for their turn, and there may be millions. The files have no names. The
// garbage collector closes a file that no content refers to, which frees its space.
type store struct {
	most int64    // the size of a file from which on the next content goes into another one
	file *os.File // the present one; nil at first
	size int64    // of this
}

// keep keeps a content, and returns a function that reads it. If it cannot be written, as the disk is full, it stays in memory.
func (s *store) keep(content []byte) (read func() ([]byte, error)) {
	if s.file == nil || s.size >= s.most {
		f, err := os.CreateTemp("", "checkmodel-results")
		if err == nil {
			if err = os.Remove(f.Name()); err != nil { // not every system removes an open file
				_ = errors.Join(f.Close(), os.Remove(f.Name()))
			}
		}
		if err != nil {
			return func() ([]byte, error) { return content, nil }
		}
		s.file, s.size = f, 0
	}
	f, at, length := s.file, s.size, len(content)
	if _, err := f.WriteAt(content, at); err != nil {
		return func() ([]byte, error) { return content, nil }
	}
	s.size += int64(length)
	return func() ([]byte, error) {
		b := make([]byte, length)
		n, err := f.ReadAt(b, at)
		if n == length {
			err = nil
		}
		return b, err
	}
}
