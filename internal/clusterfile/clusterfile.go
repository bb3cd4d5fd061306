// Package clusterfile reads clusters of real programs from files in TOML.
package clusterfile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/real"
)

// Example is a commented file, with every key.
//
//go:embed example.toml
var Example string

// file is the content of a file. Its keys are described in Example.
type file struct {
	Name     string     `toml:"name"`
	Doc      string     `toml:"doc"`
	Faults   budget     `toml:"faults"`
	Lengths  []duration `toml:"lengths"`
	Points   int        `toml:"points"`
	Delay    duration   `toml:"delay"`
	Events   int        `toml:"events"`
	CPUs     int        `toml:"cpus"`
	Seed     uint64     `toml:"seed"`
	DiskSize size       `toml:"disk_size"`
	Patience duration   `toml:"patience"`
	Nodes    []machine  `toml:"node"`
	Clients  []machine  `toml:"client"`
	Rules    []rule     `toml:"rule"`
	Decode   []string   `toml:"decode"`

	Validation struct {
		machine
		Every int `toml:"every"`
	} `toml:"validation"`
}

// machine is one or several nodes or clients.
type machine struct {
	Name      string            `toml:"name"`
	Count     int               `toml:"count"`
	Command   []string          `toml:"command"`
	Env       []string          `toml:"env"`
	Files     map[string]string `toml:"files"`
	Directory string            `toml:"directory"`
}

// The values that TOML has no types for are texts.
type (
	budget   struct{ checker.Faults }
	duration time.Duration
	size     int64 // in bytes
)

func (b *budget) UnmarshalText(text []byte) (err error) {
	b.Faults, err = b.With(string(text))
	return err
}

func (d *duration) UnmarshalText(text []byte) error {
	length, err := time.ParseDuration(string(text))
	*d = duration(length)
	return err
}

func (s *size) UnmarshalText(text []byte) error {
	n, err := memory.ParseSize(string(text))
	*s = size(n)
	return err
}

// mostBytes is the most that the files at the beginning may have.
const mostBytes = 64 << 20

// Read reads a cluster from a file. The paths in it are relative to its directory. The error says the line
// of a value that cannot be read, and lists all other mistakes.
func Read(path string) (real.Cluster, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return real.Cluster{}, err
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return real.Cluster{}, err
	}
	c, err := parse(content, dir)
	if err != nil {
		return real.Cluster{}, fmt.Errorf("%s: %w", path, err)
	}
	if c.Name == "" {
		c.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	return c, nil
}

// Fingerprint differs if the file of a cluster, the files of its nodes at the beginning, or its programs do.
func Fingerprint(path string, c real.Cluster) []byte {
	hash := sha256.New()
	add := func(path string) {
		b, err := os.ReadFile(path)
		fmt.Fprint(hash, len(b), err)
		hash.Write(b)
	}
	add(path)
	for _, n := range slices.Concat(c.Nodes, c.Clients, []real.Node{c.Validation.Node}) {
		fmt.Fprintf(hash, "%q", n)
		if len(n.Command) > 0 {
			if program, err := exec.LookPath(n.Command[0]); err == nil { // otherwise the cluster is refused later
				add(program)
			}
		}
	}
	return hash.Sum(nil)
}

// parse parses the content of a file in a directory.
func parse(content []byte, dir string) (real.Cluster, error) {
	var f file
	d := toml.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return real.Cluster{}, located(err)
	}
	c := real.Cluster{
		Name: f.Name, Doc: f.Doc, Faults: f.Faults.Faults, Points: f.Points, Delay: time.Duration(f.Delay), Events: f.Events, CPUs: f.CPUs, Seed: f.Seed,
		DiskSize: int64(f.DiskSize), Patience: time.Duration(f.Patience), Decode: decoder(command(dir, f.Decode)),
	}
	for _, length := range f.Lengths {
		c.Lengths = append(c.Lengths, time.Duration(length))
	}
	var all []error
	problem := func(what string, err error) {
		if err != nil {
			all = append(all, fmt.Errorf("%s: %w", what, err))
		}
	}
	machines := func(kind string, listed []machine) (all []real.Node) {
		for i, m := range listed {
			some, err := m.machines(dir)
			problem(fmt.Sprintf("%s %d", kind, i+1), err)
			all = append(all, some...)
		}
		return all
	}
	c.Nodes, c.Clients = machines("node", f.Nodes), machines("client", f.Clients)
	if v := &f.Validation; !reflect.ValueOf(v).Elem().IsZero() {
		v.Name = cmp.Or(v.Name, "validation")
		nodes, err := v.machines(dir)
		if err == nil && v.Count != 0 {
			err = errors.New("there is one, so it has no count")
		} else if err == nil && len(v.Command) == 0 {
			err = errors.New("it has no command")
		}
		if problem("validation", err); err == nil {
			c.Validation = real.Validation{Node: nodes[0], Every: v.Every}
		}
	}
	for i, r := range f.Rules {
		rule, err := r.rule()
		problem(fmt.Sprintf("rule %d", i+1), err)
		c.Rules = append(c.Rules, rule)
	}
	return c, problems.Join(all...)
}

// located returns an error with the lines of mistakes.
func located(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		var all []error
		for _, e := range strict.Errors {
			line, column := e.Position()
			all = append(all, fmt.Errorf("line %d, column %d: there is no key %s", line, column, strings.Join(e.Key(), ".")))
		}
		return problems.Join(all...)
	}
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, column := wrong.Position()
		return fmt.Errorf("line %d, column %d: %s", line, column, strings.TrimPrefix(wrong.Error(), "toml: "))
	}
	return err
}

// machines returns the nodes or clients.
func (m *machine) machines(dir string) (all []real.Node, err error) {
	files := map[string][]byte{}
	if m.Directory != "" {
		if files, err = contents(filepath.Join(dir, m.Directory)); err != nil {
			return nil, err
		}
	}
	for name, text := range m.Files {
		files[name] = []byte(text)
	}
	switch {
	case m.Count < 0:
		return nil, fmt.Errorf("count is %d", m.Count)
	case m.Count > 1 && !strings.Contains(m.Name, "{i}"):
		return nil, fmt.Errorf("the name %q of %d must contain {i}, which stands for their numbers, from 0", m.Name, m.Count)
	}
	for i := range max(1, m.Count) {
		number := strings.NewReplacer("{i}", strconv.Itoa(i))
		if m.Count == 0 {
			number = strings.NewReplacer()
		}
		n := real.Node{Name: number.Replace(m.Name), Files: map[string][]byte{}}
		for name, content := range files {
			n.Files[name] = []byte(number.Replace(string(content)))
		}
		for _, text := range m.Env {
			n.Env = append(n.Env, number.Replace(text))
		}
		for _, word := range m.Command {
			n.Command = append(n.Command, number.Replace(word))
		}
		n.Command = command(dir, n.Command)
		all = append(all, n)
	}
	return all, nil
}

// command returns a command whose program, if it is a path, is relative to the directory.
func command(dir string, words []string) []string {
	if len(words) == 0 || filepath.IsAbs(words[0]) || !strings.ContainsRune(words[0], '/') {
		return words
	}
	return append([]string{filepath.Join(dir, words[0])}, words[1:]...)
}

// contents returns the files in a directory.
func contents(dir string) (map[string][]byte, error) {
	files, size := map[string][]byte{}, 0
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = b
		if size += len(b); size > mostBytes {
			return fmt.Errorf("the files in %s have more than %s", dir, memory.Size(mostBytes))
		}
		return err
	})
	return files, err
}
