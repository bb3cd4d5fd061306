package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// records holds the record of each search, by name.
type records map[string]*record

// files are the files of the study.
type files struct {
	dir string
}

const raw = "raw.json"

// load reads the records of the study.
func (f files) load() (records, error) { return f.read(raw) }

// read reads the records of a file; there are none if there is no file. Records of searches that no
// longer exist are dropped.
func (f files) read(name string) (records, error) {
	list, err := readList[*record](f, name)
	if err != nil {
		return nil, err
	}
	recorded := records{}
	for _, r := range list {
		if _, err := find(r.Search); err == nil {
			recorded[r.Search] = r
		}
	}
	return recorded, nil
}

// readList reads the list in a file; it is empty if there is no file.
func readList[T any](f files, name string) (list []T, err error) {
	b, err := os.ReadFile(filepath.Join(f.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// write writes the records and the tables.
func (f files) write(recorded records) error {
	if err := f.record(raw, searches(), recorded); err != nil {
		return err
	}
	for name, text := range recorded.tables() {
		if err := f.replace(name, text); err != nil {
			return err
		}
	}
	return nil
}

// record writes the records of some searches, one per line.
func (f files) record(name string, of []search, recorded records) error {
	lines := [][]byte{}
	for _, s := range of {
		r, ok := recorded[s.name()]
		if !ok {
			continue
		}
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	return f.replace(name, "[\n"+string(bytes.Join(lines, []byte(",\n")))+"\n]\n")
}

// replace replaces a file as a whole, so that an interrupt leaves the old one or the
// new one.
func (f files) replace(name, text string) error {
	path := filepath.Join(f.dir, name)
	if err := os.WriteFile(path+".new", []byte(text), 0o666); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
