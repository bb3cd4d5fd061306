package main

import (
	"os"
	"testing"
)

// TestPage: the page is that of the records, and every log fits.
func TestPage(t *testing.T) {
	all, err := read("..")
	if err != nil || len(all) == 0 {
		t.Fatalf("%d records, %v", len(all), err)
	}
	if p, err := os.ReadFile("../conform.md"); err != nil || string(p) != page(all) {
		t.Errorf("results/conform.md is not that of the records (%v); write it with go -C results run ./conform -run '^$'", err)
	}
	for _, r := range all {
		if !r.Fits {
			t.Errorf("the log %s does not fit", r.Log)
		}
	}
}
