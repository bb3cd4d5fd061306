package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/checkmodel/checkmodel/internal/problems"
)

// path returns where a file of the options is.
func (r *run) path(file string) string { return within(r.env.Dir, file) }

// within returns where a file is whose name is relative to a directory, if it is.
func within(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// replaceFile writes a file beside the old one and lets it take its place, so that
// there is always a whole one, whatever goes wrong. What is no file, such as
// /dev/stdout, is written to; and so is a file in a directory that may not be changed.
func replaceFile(path string, content []byte) error {
	if strings.HasPrefix(path, "/dev/") {
		return os.WriteFile(path, content, 0o666)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o666)
	if old, err := os.Stat(path); err == nil {
		if !old.Mode().IsRegular() {
			return os.WriteFile(path, content, mode)
		}
		mode = old.Mode().Perm()
	}
	beside, err := writeBeside(path, content, mode)
	if err == nil {
		if err = os.Rename(beside, path); err != nil {
			os.Remove(beside)
		}
	}
	if errors.Is(err, fs.ErrPermission) {
		return os.WriteFile(path, content, mode)
	}
	return err
}

// writeBeside writes a new file in the directory of another one, and returns its
// path. If there is an error there is no such file.
func writeBeside(path string, content []byte, mode fs.FileMode) (beside string, err error) {
	beside = fmt.Sprintf("%s.%08x", path, rand.Uint32())
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", about(path, err)
	}
	_, err = f.Write(content)
	if err = cmp.Or(err, f.Sync(), f.Close()); err != nil {
		os.Remove(beside)
		return "", about(path, err)
	}
	return beside, nil
}

// about lets an error name the file that somebody knows of.
func about(path string, err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return &fs.PathError{Op: "write", Path: path, Err: e.Err}
	}
	return err
}

// writable returns an error if a file cannot be written because of where it is: a
// search may take hours before that shows.
func writable(path, flag, file string) error {
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); {
	case err != nil:
		return fmt.Errorf("%s %s cannot be written: %w", flag, file, err)
	case !info.IsDir():
		return fmt.Errorf("%s %s cannot be written: %s is no directory", flag, file, dir)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s %s cannot be written: it is a directory", flag, file)
	}
	return nil
}

// Destinations returns an error about all files named by the options that cannot be
// written because of where they are. Names are relative to the directory; "" is the
// working directory. Where models are only listed, nothing is written.
func (o Options) Destinations(dir string) error {
	if o.List {
		return nil
	}
	var all []error
	check := func(flag, file string) {
		if file != "" {
			all = append(all, writable(within(dir, file), flag, file))
		}
	}
	for _, output := range o.Outputs {
		check("-"+string(output.Format), output.File)
	}
	check("-tree", o.Tree)
	check("-checkpoint", o.Checkpoint)
	check("-cpuprofile", o.CPUProfile)
	check("-memprofile", o.MemProfile)
	return problems.Join(all...)
}
