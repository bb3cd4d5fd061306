package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// workDirs matches the names of directories that TempDir makes.
var workDirs = regexp.MustCompile(`^checkmodel-work-[0-9]+$`)

// inUse is the file by whose claim a directory of TempDir is in use.
const inUse = "in-use"

// TempDir makes a directory in dir, or in that for temporary files if dir is "". The caller must call remove, which
// removes it with its content. TempDir also removes the directories of processes that were killed before they could.
func TempDir(dir string) (path string, remove func(), err error) {
	if dir == "" {
		dir = os.TempDir()
	}
	sweepDirs(dir)
	for {
		path, err := os.MkdirTemp(dir, "checkmodel-work-")
		if err != nil {
			return "", nil, err
		}
		release, err := Claim(filepath.Join(path, inUse))
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrClaimed) { // another process has just taken it for an abandoned one
			continue
		}
		if err != nil {
			return "", nil, errors.Join(err, os.Remove(path))
		}
		return path, func() {
			if !renamesOpen { // an open file cannot be removed
				release()
			}
			os.RemoveAll(path)
			release()
		}, nil
	}
}

// sweepDirs removes the directories of killed processes. It ignores errors. Where there are no locks, it removes nothing.
func sweepDirs(dir string) {
	if !locks {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !workDirs.MatchString(e.Name()) {
			continue
		}
		left := filepath.Join(dir, e.Name())
		if os.Remove(left) == nil { // its process was killed at once, or makes another one
			continue
		}
		if release, err := Claim(filepath.Join(left, inUse)); err == nil {
			os.RemoveAll(left)
			release()
		}
	}
}
