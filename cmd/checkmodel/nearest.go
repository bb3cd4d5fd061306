package main

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/report"
)

// suggestion asks whether one of the known words was meant, if there is one that
// differs in few letters; else it is empty.
func suggestion(word string, known []string) string {
	nearest := report.Nearest(word, known)
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", nearest)
}
