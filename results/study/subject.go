package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// subject is the subject of a run of study: its records, and the pages that are made of them.
type subject interface {
	// measure makes the measurements whose keys match, and writes the records and the pages after each.
	measure(dir string, selected *regexp.Regexp) error
	// files returns the records and the pages that are made of the records in a directory, by name, and the keys of
	// measurements without a record.
	files(dir string) (texts map[string]string, missing []string, err error)
}

// study is a subject with measurements M, each of which gives a record R.
type study[M, R any] struct {
	file  string // of the records
	all   func() []M
	key   func(M) string
	keyOf func(*R) string // the key of the measurement that gave the record
	make  func(M) (*R, error)
	pages func(records map[string]*R) map[string]string // by name
}

func (s study[M, R]) measure(dir string, selected *regexp.Regexp) error {
	records, err := s.read(dir)
	if err != nil {
		return err
	}
	for _, m := range s.all() {
		if !selected.MatchString(s.key(m)) {
			continue
		}
		r, err := s.make(m)
		if err != nil {
			return fmt.Errorf("%s: %w", s.key(m), err)
		}
		records[s.key(m)] = r
		fmt.Println(s.key(m))
		if err := s.write(dir, records); err != nil {
			return err
		}
	}
	return s.write(dir, records)
}

// read reads the records by their keys; there are none if there is no file.
func (s study[M, R]) read(dir string) (map[string]*R, error) {
	records := map[string]*R{}
	b, err := os.ReadFile(filepath.Join(dir, s.file))
	if errors.Is(err, fs.ErrNotExist) {
		return records, nil
	}
	if err != nil {
		return nil, err
	}
	var list []*R
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	for _, r := range list {
		records[s.keyOf(r)] = r
	}
	return records, nil
}

// texts returns the contents of the files with the records, one in a line, and of the pages, by name.
func (s study[M, R]) texts(records map[string]*R) (map[string]string, error) {
	var lines []string
	for _, m := range s.all() {
		if r := records[s.key(m)]; r != nil {
			line, err := json.Marshal(r)
			if err != nil {
				return nil, err
			}
			lines = append(lines, string(line))
		}
	}
	texts := s.pages(records)
	texts[s.file] = "[\n" + strings.Join(lines, ",\n") + "\n]\n"
	return texts, nil
}

func (s study[M, R]) files(dir string) (texts map[string]string, missing []string, err error) {
	records, err := s.read(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range s.all() {
		if records[s.key(m)] == nil {
			missing = append(missing, s.key(m))
		}
	}
	texts, err = s.texts(records)
	return texts, missing, err
}

// write replaces each file as a whole, so that an interrupt leaves the old one or the new one.
func (s study[M, R]) write(dir string, records map[string]*R) error {
	texts, err := s.texts(records)
	if err != nil {
		return err
	}
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path+".new", []byte(text), 0o666); err != nil {
			return err
		}
		if err := os.Rename(path+".new", path); err != nil {
			return err
		}
	}
	return nil
}
