//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// togetherAttack makes several runs write the same files at the same time.
var togetherAttack = attack{
	name: "together", about: "runs several searches at once that write the same files",
	short: 2, long: 100, prepare: prepareTogether,
}

func prepareTogether(l *lab) (cases, error) {
	if err := prepareSearched(l); err != nil {
		return cases{}, err
	}
	alone, _, err := l.first("alone", []int{0, 1}, "-json", "-model", "^mixed$", "-bound", "4", "-until", "end", "-keep", "kept", searched)
	if err != nil {
		return cases{}, err
	}
	return cases{run: func(t *trial) { together(t, alone.stdout) }}, nil
}

// together starts several runs. Those that finish must have the result of a single run; some are
// cut, and save their search. A run is refused if another one saves in the same file, or has done so.
// All files must be complete.
func together(t *trial, alone string) {
	n := 2 + t.rng.IntN(4)
	t.title = fmt.Sprintf("%d runs at once", n)
	var all sync.WaitGroup
	var refused atomic.Int32
	for i := range n {
		args := []string{"-json", "-model", "^mixed$", "-bound", "4", "-until", "end", "-checkpoint", "saved", "-checkpoint-every", pick(t, "1ms", "10ms"),
			"-html", "page.html", "-svg", "page.svg", "-dot", "page.dot", "-keep", "kept", searched}
		cut := i > 0 && t.rng.IntN(3) == 0
		if cut {
			args = append(args, "-max-interleavings", fmt.Sprint(100+t.rng.IntN(1000)))
		}
		all.Go(func() {
			o := t.run(execution{args: args, statuses: []int{0, 1, 2}})
			if o.status == 2 {
				refused.Add(1)
				if !strings.Contains(o.stderr, "checkmodel: -checkpoint saved cannot be written: ") || o.stdout != "" {
					t.fail("it is refused for another reason, or late:\n%s", excerpt(o.output()))
				}
			}
			if !cut && o.status < 2 {
				if err := sameResult(o.stdout, alone); err != nil {
					t.fail("%v", err)
				}
			}
		})
	}
	all.Wait()
	if int(refused.Load()) == n {
		t.fail("all runs are refused")
	}
	whole(t, t.path("saved"))
	beside(t, t.path("saved"))
	for name, end := range map[string]string{"page.html": "</html>", "page.svg": "</svg>", "page.dot": "}"} {
		content, err := os.ReadFile(t.path(name))
		if err != nil || !bytes.HasSuffix(bytes.TrimSpace(content), []byte(end)) {
			t.fail("%s is not whole: %d bytes (%v)", name, len(content), err)
		}
		beside(t, t.path(name))
	}
	kept, err := filepath.Glob(t.path("kept/*/*"))
	if err != nil || len(kept) == 0 {
		t.fail("nothing is kept: %v", err)
	}
	for _, file := range kept {
		content, err := os.ReadFile(file)
		if err != nil || !strings.HasPrefix(string(content), "v1\n") || !strings.HasSuffix(file, ".trace") {
			t.fail("%s is no whole schedule, but has %d bytes (%v)", file, len(content), err)
		}
	}
}
