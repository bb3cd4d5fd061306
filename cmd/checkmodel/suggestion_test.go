package main

import "testing"

func TestSuggestion(t *testing.T) {
	known := []string{"-bound", "-check-point", "-v", "-show", "-svg"}
	for word, want := range map[string]string{
		"-bond":        "; did you mean -bound?",
		"-bounds":      "; did you mean -bound?",
		"-check_point": "; did you mean -check-point?",
		"-shwo":        "; did you mean -show?",
		"-x":           "",
		"-interactive": "",
		"":             "",
	} {
		if got := suggestion(word, known); got != want {
			t.Errorf("for %q it suggests %q, want %q", word, got, want)
		}
	}
}
