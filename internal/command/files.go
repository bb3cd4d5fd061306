package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/supervision"
)

// namedFile is a file that an option names.
type namedFile struct {
	flag, file string
	place      *files.Place // nil if such a file is impossible
	read       bool         // whether it is read; otherwise it is written
}

// String returns the file as on the command line.
func (n *namedFile) String() string { return n.flag + " " + printable.OneLine(n.file) }

// Destinations returns an error that lists all files named by the options that cannot be written,
// because of their type, their location, their permissions, or another option with the same file.
// Names are relative to dir; "" is the working directory. If models are only listed, nothing is
// written. Destinations changes no file.
func (o Options) Destinations(dir string) error {
	if o.List {
		return nil
	}
	all, err := o.files(dir)
	if o.Keep != "" {
		kept := namedFile{flag: "-keep", file: o.Keep}
		kept.place, _ = files.Find(filepath.Clean(files.Within(dir, o.Keep)))
		all = append(all, kept)
	}
	return problems.Join(err, o.keepable(dir), o.besideJSON(all), collisions(all))
}

// besideJSON returns an error about files that are standard output, if JSON is written there.
func (o *Options) besideJSON(all []namedFile) error {
	var wrong []error
	for i := range all {
		if n := &all[i]; o.JSON && !n.read && n.place != nil && n.place.Descriptor == 1 {
			wrong = append(wrong, fmt.Errorf("%v is standard output, where -json writes; give it a file of its own", n))
		}
	}
	return problems.Join(wrong...)
}

// files returns all files that the options name, and an error about the files that cannot be written.
func (o *Options) files(dir string) (all []namedFile, err error) {
	for _, output := range o.Outputs {
		all = append(all, namedFile{flag: "-" + string(output.Format), file: output.File})
	}
	for _, n := range []namedFile{
		{flag: checkpointFlag, file: o.Checkpoint}, {flag: resumeFlag, file: o.Resume, read: true}, {flag: replayFlag, file: o.ReplayFile, read: true},
		{flag: aroundFlag, file: o.AroundFile, read: true},
	} {
		if n.file != "" {
			all = append(all, n)
		}
	}
	var wrong []error
	var resumed *files.Place
	if o.Resume != "" {
		resumed, _ = files.Find(files.Within(dir, o.Resume))
	}
	for i := range all {
		n := &all[i]
		n.place, err = files.Find(files.Within(dir, n.file))
		if !n.read && err == nil {
			err = n.writable()
		}
		if n.flag == checkpointFlag && err == nil && !(resumed != nil && n.place.Same(resumed)) {
			err = n.checkEmpty()
		}
		if given := n.flag != replayFlag && n.flag != aroundFlag; given && err == nil && n.place.Descriptor >= supervision.Orders && n.place.Descriptor <= supervision.News {
			err = fmt.Errorf("the command uses the file descriptors %d and %d itself; use another number", supervision.Orders, supervision.News)
		}
		switch {
		case err != nil && !n.read:
			wrong = append(wrong, fmt.Errorf("%s cannot be written: %w", n, err))
		case err != nil && n.place != nil: // otherwise reading it fails
			wrong = append(wrong, fmt.Errorf("%s cannot be read: %w", n, err))
		}
	}
	return all, problems.Join(wrong...)
}

// Flags that are special: a search is resumed from and saved in the same file, and the command
// itself reads the schedules.
const (
	checkpointFlag = "-checkpoint"
	resumeFlag     = "-resume"
	replayFlag     = "-replay"
	aroundFlag     = "-around"
)

// writable returns an error if the file cannot be written. A search may take hours before a write
// would fail.
func (n *namedFile) writable() error {
	if err := n.place.Probe(); err != nil {
		return err
	}
	if what := precious(n.place.Path); what != "" {
		return fmt.Errorf("it is the name of %s", what)
	}
	if n.flag != checkpointFlag {
		return nil
	}
	switch {
	case !n.place.Regular(), n.place.Descriptor >= 0:
		return errors.New("a checkpoint replaces the previous one, and is read again, so it must be a file; give its name")
	case n.place.Regular():
		if err := n.place.Replaceable(); err != nil {
			return fmt.Errorf("its directory does not let a checkpoint replace the previous one: %w", err)
		}
	}
	return nil
}

// checkEmpty returns an error if the file for a checkpoint holds something, which a new search must not replace.
func (n *namedFile) checkEmpty() error {
	if !occupied(n.place) {
		return nil
	}
	content, err := files.Open(n.place.Path, files.MaxCheckpoint)
	if err != nil {
		return err
	}
	defer content.Close()
	c, err := checker.ReadCheckpoint(content)
	if err != nil {
		return errors.New("what it has would be lost, and is no saved search; give another name, or remove the file")
	}
	return fmt.Errorf("it has a saved search of model %s, which would be lost; go on with that by %s %s, give another name, or remove the file",
		printable.OneLine(c.Model), resumeFlag, printable.OneLine(n.file))
}

// precious describes a file, by its name, that must not be replaced by a report. It returns "" if
// the file may be replaced.
func precious(path string) string {
	dir, base := filepath.Split(filepath.ToSlash(path))
	switch {
	case filepath.Ext(base) == ".go", slices.Contains([]string{"go.mod", "go.sum", "go.work"}, base):
		return "a file with source code"
	case filepath.Ext(base) == ".trace" && strings.Contains(dir, "/testdata/checkmodel/"):
		return "a violation that is kept for tests"
	}
	return ""
}

// keepable returns an error if nothing can be kept in the directory of the options.
func (o *Options) keepable(dir string) error {
	if o.Keep == "" {
		return nil
	}
	path := filepath.Clean(files.Within(dir, o.Keep))
	for { // missing directories are created
		info, err := os.Stat(path)
		up := filepath.Dir(path)
		if errors.Is(err, fs.ErrNotExist) && up != path {
			path = up
			continue
		}
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a directory", path)
		}
		if err == nil {
			err = (&files.Place{Path: filepath.Join(path, "kept")}).Replaceable()
		}
		if err != nil {
			return fmt.Errorf("-keep %s cannot be written: %w", printable.OneLine(o.Keep), err)
		}
		return nil
	}
}

// collisions returns an error about options that name the same file, if writing one would overwrite
// the other. Devices lose nothing.
func collisions(all []namedFile) error {
	var wrong []error
	for i := range all {
		a := &all[i]
		if a.place == nil || a.place.Info != nil && a.place.Info.Mode()&fs.ModeDevice != 0 {
			continue
		}
		for j := range all[:i] {
			if b := &all[j]; a.collides(b) {
				wrong = append(wrong, fmt.Errorf("%v and %v name one file; give each its own", b, a))
			}
		}
		if stream := redirected(a.place); stream != "" && !a.read {
			wrong = append(wrong, fmt.Errorf("%v is the file that %s is redirected to; give it another name", a, stream))
		}
	}
	return problems.Join(wrong...)
}

// collides reports whether two files are the same and at least one is written, unless the options intend that.
func (n *namedFile) collides(other *namedFile) bool {
	flags := []string{n.flag, other.flag}
	slices.Sort(flags)
	wanted := n.flag == other.flag || slices.Equal(flags, []string{checkpointFlag, resumeFlag})
	return !wanted && !(n.read && other.read) && other.place != nil && n.place.Same(other.place)
}

// redirected returns the name of the stream of this process that is redirected to the file, or ""
// if none is, or if the file is named as that stream.
func redirected(p *files.Place) string {
	is := func(f *os.File) bool {
		info, err := f.Stat()
		return err == nil && p.Info != nil && p.Descriptor < 0 && os.SameFile(info, p.Info)
	}
	switch {
	case is(os.Stdout):
		return "standard output"
	case is(os.Stderr):
		return "standard error"
	}
	return ""
}

// occupied reports whether there is something that a new file would replace.
func occupied(p *files.Place) bool {
	return p.Info != nil && (!p.Info.Mode().IsRegular() || p.Info.Size() > 0)
}
