//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"
)

// The messages of Go for two crashes: one for lack of memory, and one for another reason.
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
		told, last, saved, stray string
		starved                  bool
	}{
		{"", "", "", "", false},
		{"k begin\n", "begin", "", "", false},
		{"k begin\n\nk \"m\"\nk saved \"c 1\"\n", `"m"`, "c 1", "", false},
		{"k begin\nk \"m\"\nk saved \"c\"\nk \"n\"\n", `"n"`, "", "", false},
		{"k begin\nk \"m\"\nk saved \"c\"\nk end\n", "end", "", "", false},
		{"k begin\nk \"m\"\nk saved \"c\"\n" + starved + "\"end\"\nend\nsaved \"d\"\n", `"m"`, "c", "", true},
		{"k begin\nk \"m\"\n" + crashed, `"m"`, "", "", false},
		{"k begin\nhello\nworld\nk end\n", "end", "", "hello", false},
		{"k begin\nend", "begin", "", "end", false},
	} {
		begun := 0
		h := listen(strings.NewReader(c.told), "k", func() { begun++ })
		if h.last != c.last || h.saved != c.saved || h.stray() != c.stray || h.outOfMemory() != c.starved || (begun > 0) != (c.told != "") {
			t.Errorf("of %q the command has read %q, saved in %q, stray %q, out of memory: %v", c.told, h.last, h.saved, h.stray(), h.outOfMemory())
		}
	}
	if h := listen(strings.NewReader(strings.Repeat(fmt.Sprintln(strings.Repeat("x", 1000)), 1000)), "k", func() {}); len(h.other) > maxOther+1001 {
		t.Errorf("%d bytes of a crash are kept", len(h.other))
	}
}

// What the command waits for is said only while it waits.
func TestNoteSlow(t *testing.T) {
	var w watched
	var said strings.Builder
	w.noteSlow(&said)
	if !strings.Contains(said.String(), "a function init or the value of a variable") {
		t.Errorf("it says %q", &said)
	}
	said.Reset()
	w.begun.Store(true)
	if w.noteSlow(&said); said.Len() > 0 {
		t.Errorf("it says %q after the beginning", &said)
	}
}
