//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"
)

// What Go writes where it crashes: for want of memory, and for another reason.
const (
	starved = `runtime stack:
runtime.throw({0x5aeb3c?, 0x4800000004?})
	/usr/local/go/src/runtime/panic.go:1229 +0x48 fp=0x7ffd7 sp=0x7ffd6 pc=0x47c1a8
runtime.(*mcache).allocLarge(0x0?, 0x200000000, 0x1)
	/usr/local/go/src/runtime/mcache.go:244 +0x192
`
	crashed = `runtime stack:
runtime.throw({0x5aeb3c?, 0x4800000004?})
	/usr/local/go/src/runtime/panic.go:1229 +0x48
runtime.newstack()
	/usr/local/go/src/runtime/stack.go:1159 +0x5bd

goroutine 1 [running]:
runtime.(*mcache).refill(0x0)
`
)

func TestListen(t *testing.T) {
	for _, c := range []struct {
		told, last, saved string
		starved           bool
	}{
		{"", "", "", false},
		{"begin\n", "begin", "", false},
		{"begin\n\"m\"\nsaved \"c 1\"\n", `"m"`, "c 1", false},
		{"begin\n\"m\"\nsaved \"c\"\n\"n\"\n", `"n"`, "", false},
		{"begin\n\"m\"\nsaved \"c\"\nend\n", "end", "", false},
		{"begin\n\"m\"\nsaved \"c\"\n" + starved + "\"end\"\nend\nsaved \"d\"\n", `"m"`, "c", true},
		{"begin\n\"m\"\n" + crashed, `"m"`, "", false},
		{"begin\n\"m\"\n\nruntime.throw(", `"m"`, "", false},
	} {
		h := listen(strings.NewReader(c.told))
		if h.last != c.last || h.saved != c.saved || h.outOfMemory() != c.starved {
			t.Errorf("of %q the command has heard %q, saved in %q, out of memory: %v", c.told, h.last, h.saved, h.outOfMemory())
		}
	}
	if h := listen(strings.NewReader(strings.Repeat(fmt.Sprintln(strings.Repeat("x", 1000)), 1000))); len(h.crash) > maxCrash+1001 {
		t.Errorf("%d bytes of a crash are kept", len(h.crash))
	}
}
