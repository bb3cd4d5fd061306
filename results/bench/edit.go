package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/results/machine"
)

// loop is what the command takes for a small model, in seconds of CPU time, each several times: the first time, after an edit of the
// model, and without one. List and Build are parts of that: what the go command takes to list the package, and to build it when it
// is compiled.
type loop struct {
	Date  string    `json:"date"`
	Go    string    `json:"go"`
	Cold  []float64 `json:"cold"`
	Edit  []float64 `json:"edit"`
	Again []float64 `json:"again"`
	List  []float64 `json:"list"`
	Build []float64 `json:"build"`
}

// measureLoop measures it, with a copy of models/counter beside that, and writes the record.
func measureLoop(count int) (err error) {
	root := filepath.Dir(machine.Results())
	source, err := os.ReadFile(filepath.Join(root, "models", "counter", "counter.go"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Join(root, "models"), "edited")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	command, cache := filepath.Join(dir, "checkmodel"), "GOCACHE="+filepath.Join(dir, "cache")
	edit := func(n int) error {
		return os.WriteFile(filepath.Join(dir, "counter.go"), fmt.Appendf(source, "\nvar Edit = %d\n", n), 0o666)
	}
	if err := edit(0); err != nil {
		return err
	}
	if _, err := used(root, "", "go", "build", "-o", command, "./cmd/checkmodel"); err != nil {
		return err
	}
	l := loop{Date: time.Now().UTC().Format(time.DateOnly), Go: runtime.Version()}
	add := func(to *[]float64, environment string, args ...string) {
		if err == nil {
			var seconds float64
			seconds, err = used(root, environment, args...)
			*to = append(*to, seconds)
		}
	}
	check := []string{command, dir}
	add(&l.Cold, cache, check...)
	for n := range count {
		if err := edit(n + 1); err != nil {
			return err
		}
		add(&l.Edit, cache, check...)
		add(&l.Again, cache, check...)
		add(&l.List, cache, "go", "list", dir)
		add(&l.Build, cache, "go", "build", dir)
	}
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(&l, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(machine.Results(), "edit.json"), append(data, '\n'), 0o666)
}

// used executes a command in a directory, with a variable more, and returns the CPU time of its processes.
func used(dir, environment string, args ...string) (seconds float64, err error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), environment)
	if output, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, output)
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), nil
}

// loopPart returns the part of the page about it.
func loopPart(record []byte) (string, error) {
	var l loop
	if err := json.Unmarshal(record, &l); err != nil {
		return "", fmt.Errorf("edit.json: %w", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `
## The edit-check loop

CPU seconds of `+"`checkmodel PACKAGE`"+` for the model of the README, of 12 interleavings, and of parts
of that: medians of %d by `+"`go -C results run ./bench edit`"+` ([edit.json](edit.json)),
on %s with %s. The first time, the go command also compiles the checker and the
standard library.

| | CPU seconds |
|---|--:|
`, len(l.Edit), l.Date, l.Go)
	for _, row := range []struct {
		name  string
		times []float64
	}{{"the first time, nothing compiled", l.Cold}, {"after an edit", l.Edit}, {"without an edit", l.Again}, {"`go list`", l.List}, {"`go build` of the model alone, compiled", l.Build}} {
		slices.Sort(row.times)
		median := 0.0
		if len(row.times) > 0 {
			median = row.times[len(row.times)/2]
		}
		fmt.Fprintf(&b, "| %s | %.2f |\n", row.name, median)
	}
	return b.String(), nil
}
