package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// record says how a mutant fared.
type record struct {
	Name   string `json:"name"`
	Change string `json:"change"` // its digest
	Caught string `json:"caught"` // by which test, or survived
}

// test returns the name of the test, or "" if it is not known.
func (r record) test() string {
	_, test, _ := strings.Cut(r.Caught, "` ")
	if strings.HasPrefix(test, whole) {
		return ""
	}
	test, _, _ = strings.Cut(test, " ")
	return test
}

// records has the record of each mutant, by its name.
type records map[string]record

// load reads the records; there are none if there is no file. Those of mutants that
// have changed since are left out.
func load(dir string) (records, error) {
	known, err := loadAll(dir)
	for _, m := range mutants {
		if known[m.name].Change != m.digest() {
			delete(known, m.name)
		}
	}
	return known, err
}

// loadAll reads all records, also those of mutants that have changed.
func loadAll(dir string) (records, error) {
	known := records{}
	b, err := os.ReadFile(filepath.Join(dir, "mutants.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	var list []record
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("mutants.json: %w", err)
	}
	for _, r := range list {
		known[r.Name] = r
	}
	return known, nil
}

// write writes the records, one on a line, and the table, with the places at which
// the mutants are in the sources.
func write(dir string, known records, s *sources) error {
	var lines []string
	for _, m := range mutants {
		if r, ok := known[m.name]; ok {
			line, err := json.Marshal(r)
			if err != nil {
				return err
			}
			lines = append(lines, string(line))
		}
	}
	text := "[\n" + strings.Join(lines, ",\n") + "\n]\n"
	if err := os.WriteFile(filepath.Join(dir, "mutants.json"), []byte(text), 0o666); err != nil {
		return err
	}
	revision, err := output(".", "git", "rev-parse", "--short", "HEAD")
	if err != nil {
		return err
	}
	when := fmt.Sprintf("Written on %s, revision %s", time.Now().UTC().Format(time.DateOnly), strings.TrimSpace(string(revision)))
	text, err = page(known, s, when)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "mutants.md"), []byte(text), 0o666)
}

// page returns the table with what is around it.
func page(known records, s *sources, when string) (string, error) {
	var b strings.Builder
	caught, nothing := 0, 0
	for _, m := range mutants {
		if r, ok := known[m.name]; ok && r.Caught != survived {
			caught++
		} else if m.nothing != "" {
			nothing++
		}
	}
	fmt.Fprintf(&b, `# What the tests notice

Each mutant is a deliberate mistake in the source of the checker, such as a programmer could make.
It lets a search miss something, explore something twice, or say something wrong. The
table names a test that notices, of those that `+"`.ci/run`"+` runs. The list is in
`+"`internal/mutants`"+`, with the code of each change.

%s. A mutant is tried by the command

    go run ./internal/mutants -run NAME

and what caught it then stays in the table until the mutant itself is changed.

There are %d mutants: %d caught, %d that change nothing.

| mutant | function | what is broken | caught by |
|---|---|---|---|
`, when, len(mutants), caught, nothing)
	for _, m := range mutants {
		p, _, err := s.plant(m)
		if err != nil {
			return "", fmt.Errorf("%s: %w", m.name, err)
		}
		fmt.Fprintf(&b, "| %s | `%s` %s | %s | %s |\n", m.name, p.dir(), p.in, m.broken, m.outcome(known))
	}
	return b.String(), nil
}

// outcome says what has come of the mutant.
func (m mutant) outcome(known records) string {
	switch r, ok := known[m.name]; {
	case ok && r.Caught != survived:
		return r.Caught
	case m.nothing != "":
		return "changes nothing: " + m.nothing
	case ok:
		return "**nothing**"
	}
	return "**not tried**"
}
