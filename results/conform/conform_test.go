package main

import "testing"

// TestPage: the page is made of the measurements, and every log fits.
func TestPage(t *testing.T) {
	all, err := logs.Check("..")
	if err != nil {
		t.Error(err)
	}
	for _, r := range all {
		if !r.Fits {
			t.Errorf("the log %s does not fit", r.Log)
		}
	}
}
