// Package changes waits until the files change from which a program is built.
package changes

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Files names files of a program. They need not exist.
type Files struct {
	Dirs   []string // of each, all Go files except tests
	Others []string
}

// has reports whether a file is one of these.
func (f *Files) has(path string) bool {
	name := filepath.Base(path)
	if filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && name[0] != '.' && name[0] != '_' && slices.Contains(f.Dirs, filepath.Dir(path)) {
		return true
	}
	return slices.Contains(f.Others, path)
}

// content returns a hash of each file that exists.
func (f *Files) content() map[string][sha256.Size]byte {
	now := map[string][sha256.Size]byte{}
	add := func(path string) {
		if b, err := os.ReadFile(path); err == nil && f.has(path) {
			now[path] = sha256.Sum256(b)
		}
	}
	for _, dir := range f.Dirs {
		entries, _ := os.ReadDir(dir) // a directory that is gone has no files
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".go" {
				add(filepath.Join(dir, e.Name()))
			}
		}
	}
	for _, path := range f.Others {
		add(path)
	}
	return now
}

// Watch compares files with their content when it began.
type Watch struct {
	of    Files
	was   map[string][sha256.Size]byte
	notes *fsnotify.Watcher
}

// Begin returns a watch of files, which the caller must end. It returns an error if the system does not tell about changes.
func Begin(of Files) (*Watch, error) {
	notes, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	dirs := slices.Clone(of.Dirs)
	for _, path := range of.Others {
		dirs = append(dirs, filepath.Dir(path))
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if err := notes.Add(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			notes.Close()
			return nil, err
		}
	}
	return &Watch{of: of, was: of.content(), notes: notes}, nil
}

// End ends the watch.
func (w *Watch) End() { w.notes.Close() }

// Wait blocks until ctx is done, or files have another content than when the watch began. It returns their names in order; none if
// ctx is done.
func (w *Watch) Wait(ctx context.Context) (changed []string, err error) {
	for {
		if changed = w.changed(); len(changed) > 0 {
			return changed, nil
		}
		select {
		case <-ctx.Done():
			return nil, nil
		case e := <-w.notes.Events:
			if w.of.has(e.Name) {
				w.settle(ctx)
			}
		case err := <-w.notes.Errors:
			if !errors.Is(err, fsnotify.ErrEventOverflow) { // else some notes are lost, but not the files
				return nil, err
			}
		}
	}
}

// pause is how long no file changes when an editor has written all.
const pause = 50 * time.Millisecond

// settle blocks until the files have not changed for a while.
func (w *Watch) settle(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			return
		case <-w.notes.Events:
		}
	}
}

func (w *Watch) changed() (paths []string) {
	now := w.of.content()
	for path, is := range now {
		if was, known := w.was[path]; !known || was != is {
			paths = append(paths, path)
		}
	}
	for path := range w.was {
		if _, is := now[path]; !is {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
