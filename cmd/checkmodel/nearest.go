package main

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/report"
)

// suggestion returns a question whether the known word was meant that differs from word in a few
// letters, or "" if there is none.
func suggestion(word string, known []string) string {
	nearest := report.Nearest(word, known)
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", nearest)
}
