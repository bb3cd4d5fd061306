package etcdraft

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocs: the code in docs/real-code.md is part of a file here.
func TestDocs(t *testing.T) {
	doc, err := os.ReadFile("../../docs/real-code.md")
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	for _, pattern := range []string{"*.go", "cluster/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sources.Write(text)
		}
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(doc), -1)
	if len(blocks) < 5 {
		t.Fatalf("there are %d blocks of code", len(blocks))
	}
	for _, block := range blocks {
		if code := strings.TrimSuffix(strings.ReplaceAll("\n"+block[1], "\n  ", "\n"), "  "); !strings.Contains(sources.String(), strings.TrimPrefix(code, "\n")) {
			t.Errorf("no file has the code\n%s", block[1])
		}
	}
}
