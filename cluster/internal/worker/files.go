package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
)

// files are the files of a coordinator.
type files struct {
	private    string // a directory
	here       string // the working directory of the program
	checkpoint string
	resumed    string // "" if the search begins
	given      options
	outputs    []output
	keep       string // "" for none
}

// output is a file that a report is written to.
type output struct {
	Format string `json:"format"`
	File   string `json:"file"`
}

// newFiles prepares the files below an empty directory, for these options.
func newFiles(dir string, content json.RawMessage) (*files, error) {
	f := &files{private: dir, here: filepath.Join(dir, "here"), checkpoint: filepath.Join(dir, "search"), given: options{}}
	if err := json.Unmarshal(content, &f.given); err != nil {
		return nil, fmt.Errorf("the options of the job cannot be read: %w", err)
	}
	var problem error
	read := func(name string, to any) {
		if value, ok := f.given[name]; ok && problem == nil {
			problem = json.Unmarshal(value, to)
		}
	}
	read("outputs", &f.outputs)
	read("keep", &f.keep)
	if problem != nil {
		return nil, fmt.Errorf("the options of the job cannot be read: %w", problem)
	}
	for i, o := range f.outputs {
		f.outputs[i].File = f.local(fmt.Sprint("output", i), o.File)
	}
	if f.keep != "" {
		f.keep = f.local("keep", f.keep)
	}
	problem = os.MkdirAll(f.here, 0o700)
	for _, o := range f.outputs {
		problem = errors.Join(problem, os.MkdirAll(filepath.Dir(filepath.Join(f.here, o.File)), 0o700))
	}
	return f, problem
}

// local returns the name of a file below the working directory: the same name, if possible.
func (f *files) local(instead, name string) string {
	if filepath.IsLocal(name) {
		return name
	}
	return filepath.Join(instead, filepath.Base(name))
}

// options returns the options for the program.
func (f *files) options(j *job) json.RawMessage {
	o := options{}
	for name, value := range f.given {
		o[name] = value
	}
	if j.Resumable {
		o.set("checkpoint", f.checkpoint)
		o.set("checkpoint_every", j.SaveEvery)
		if f.resumed != "" {
			o.set("resume", f.resumed)
		}
	}
	if len(f.outputs) > 0 {
		o.set("outputs", f.outputs)
	}
	if f.keep != "" {
		o.set("keep", f.keep)
	}
	content, _ := json.Marshal(o)
	return content
}

// collect returns the files that the program has written for the user.
func (f *files) collect() (all []broker.File, err error) {
	for i, o := range f.outputs {
		content, err := os.ReadFile(filepath.Join(f.here, o.File))
		if err == nil { // the report says why it is not written
			all = append(all, broker.File{Output: i, Name: o.File, Content: content})
		}
	}
	if f.keep == "" {
		return all, nil
	}
	root := filepath.Join(f.here, f.keep)
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if errors.Is(err, os.ErrNotExist) {
				return nil
			}
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		all = append(all, broker.File{Output: -1, Name: name, Content: content})
		return err
	})
	return all, err
}
