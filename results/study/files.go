package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

// writeList writes the records of these commands or names as a list, one line for each; those that are not there are left out.
func writeList[T any](f files, name string, all map[string]*T, keys []string) error {
	var lines []string
	for _, k := range keys {
		if found := all[k]; found != nil {
			line, err := json.Marshal(found)
			if err != nil {
				return err
			}
			lines = append(lines, string(line))
		}
	}
	return f.replace(name, "[\n"+strings.Join(lines, ",\n")+"\n]\n")
}

// keysOf returns the key of each element.
func keysOf[W any](all []W, key func(W) string) (keys []string) {
	for _, w := range all {
		keys = append(keys, key(w))
	}
	return keys
}

// forSelected calls do for each element whose key matches the pattern, until it fails.
func forSelected[W any](all []W, key func(W) string, pattern string, do func(W) error) error {
	selected, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	for _, w := range all {
		if selected.MatchString(key(w)) {
			if err := do(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// byCommand returns the records of a file by their commands.
func byCommand[T any](f files, name string, command func(*T) string) (map[string]*T, error) {
	list, err := readList[*T](f, name)
	if err != nil {
		return nil, err
	}
	all := map[string]*T{}
	for _, t := range list {
		all[command(t)] = t
	}
	return all, nil
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

// randomPage has sections that are written by different commands.
const randomPage = "random.md"

// section replaces the section of a page that begins with the heading with which the text begins.
func (f files) section(page, text string) error {
	b, err := os.ReadFile(filepath.Join(f.dir, page))
	if err != nil {
		return err
	}
	heading, _, _ := strings.Cut(text, "\n")
	before, rest, ok := strings.Cut(string(b), "\n"+heading+"\n")
	if !ok {
		return fmt.Errorf("%s has no section %q", page, heading)
	}
	if i := strings.Index(rest, "\n## "); i >= 0 {
		text += rest[i:]
	}
	return f.replace(page, before+"\n"+text)
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
