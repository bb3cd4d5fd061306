//go:build with_tla

package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/etcdlog"
	"github.com/checkmodel/checkmodel/systemlog"
)

// TestLogs: a log of the library fits, however many nodes there are. results/conform.md has the others.
func TestLogs(t *testing.T) {
	for nodes := 3; nodes <= 5; nodes++ {
		var text bytes.Buffer
		write(&text, nodes, testsize.Sample(150, 1000), uint64(nodes))
		log, err := systemlog.Read(&text)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := conform.Check(t.Context(), etcdlog.Models()[nodes-3], log, conform.Options{Total: true, MostStates: 1_000_000}); err != nil || !r.Fits || r.Lines != len(log) {
			t.Errorf("%d nodes: %v, %v", nodes, r, err)
		}
	}
}

// TestSame: a seed leads to the same log each time, which is in testdata.
func TestSame(t *testing.T) {
	const file = "../../etcdlog/testdata/three.log"
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if write(&text, 3, 80, 1); !bytes.Equal(text.Bytes(), want) {
		t.Errorf("the log differs from %s", file)
	}
}
