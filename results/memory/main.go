// Memory measures the memory of searches over time, and writes:
//
//	results/memory.json  the samples, by model
//	results/memory.svg   a plot of them
//	results/memory.md    both in words
//
// Usage, in the root of the repository:
//
//	go -C results run ./memory [flags]
//
// The flags are:
//
//	-for D       how long each search is (default 10m)
//	-run REGEXP  only the searches whose name matches; nothing is written then, only printed
//
// Each search is in a process of its own, with the workers and the garbage collection of the command.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"github.com/checkmodel/checkmodel/results/machine"
)

func main() {
	length := flag.Duration("for", 10*time.Minute, "how long each search is")
	run := flag.String("run", "", "only the searches whose name matches `REGEXP`")
	one := flag.String("one", "", "make the search of this name (used by the program itself)")
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case *length < 10*time.Millisecond:
		err = fmt.Errorf("-for is %v; it must be 10ms or more", *length)
	case *one != "":
		err = hold(*one, *length)
	default:
		err = measure(*run, *length)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "memory: %v\n", err)
		os.Exit(1)
	}
}

// measurement holds the samples of one search.
type measurement struct {
	Name    string   `json:"name"`
	Samples []sample `json:"samples"`
}

// record holds all measurements.
type record struct {
	Seconds  float64       `json:"seconds"` // duration of each search
	Workers  int           `json:"workers"`
	Date     string        `json:"date"`
	Go       string        `json:"go"`
	Searches []measurement `json:"searches"`
}

// measure runs the searches, one after the other, and writes the files.
func measure(expression string, length time.Duration) error {
	selected, err := regexp.Compile(expression)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	r := record{Seconds: length.Seconds(), Workers: runtime.GOMAXPROCS(0), Date: time.Now().UTC().Format(time.DateOnly), Go: runtime.Version()}
	for _, s := range searches() {
		if !selected.MatchString(s.name) {
			continue
		}
		m, err := apart(s.name, length)
		if err != nil {
			return fmt.Errorf("the search %s: %w", s.name, err)
		}
		r.Searches = append(r.Searches, m)
	}
	if len(r.Searches) == 0 {
		return fmt.Errorf("-run %s selects no search", expression)
	}
	if expression != "" {
		fmt.Print(table(&r))
		return nil
	}
	data, err := json.MarshalIndent(&r, "", " ")
	if err != nil {
		return err
	}
	return errors.Join(write("memory.json", string(data)+"\n"), write("memory.svg", plot(&r)), write("memory.md", page(&r)))
}

// apart runs a search in its own process.
func apart(name string, length time.Duration) (m measurement, err error) {
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	cmd := exec.Command(self, "-one", name, "-for", length.String())
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return m, err
	}
	err = json.Unmarshal(out, &m)
	return m, err
}

func write(name, text string) error {
	return os.WriteFile(filepath.Join(machine.Results(), name), []byte(text), 0o666)
}
