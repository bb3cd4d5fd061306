package main

import (
	"fmt"
	"slices"
)

// suggestion asks whether one of the known words was meant, if there is one that
// differs in few letters; else it is empty.
func suggestion(word string, known []string) string {
	least, nearest := 3, ""
	for _, k := range known {
		if d := distance(word, k); d < least && 2*d < len(k) {
			least, nearest = d, k
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", nearest)
}

// distance is how many letters have to be put in, left out or changed to make b
// of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // from the letters of a so far to each beginning of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := slices.Clone(row)
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
		}
		row = next
	}
	return row[len(b)]
}
