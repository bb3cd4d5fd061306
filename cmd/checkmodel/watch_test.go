//go:build unix

package main

import (
	"strings"
	"testing"
)

func TestListen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ told, last, saved string }{
		{"", "", ""},
		{"begin\n", "begin", ""},
		{"begin\n\n\"m\"\nsaved \"c 1\"\n", `"m"`, "c 1"},
		{"begin\n\"m\"\nsaved \"c\"\n\"n\"\n", `"n"`, ""},
		{"begin\n\"m\"\nend\n\ngone\n\"n\"\n", "end", ""},
	} {
		begun := 0
		h := listen(strings.NewReader(c.told), func() { begun++ })
		if h.last != c.last || h.saved != c.saved || (begun > 0) != (c.told != "") {
			t.Errorf("of %q the command has read %q, saved in %q", c.told, h.last, h.saved)
		}
	}
}

// The command says why it waits only while it waits.
func TestNoteSlow(t *testing.T) {
	t.Parallel()
	var w child
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
