// Package nearest finds the word that may have been meant by a misspelt one.
package nearest

import (
	"fmt"
	"slices"
	"strconv"
)

// Word returns the known word that may have been meant, because it differs in at most two
// letters, or "" if there is none.
func Word(word string, known []string) string {
	least, nearest := 3, ""
	for _, k := range known {
		if d := distance(word, k); d < least && 2*d < len(k) {
			least, nearest = d, k
		}
	}
	return nearest
}

// distance returns how many letters must be inserted, removed or changed to turn a into b.
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

// Among says which words of a kind are known, and which of them may have been meant by a misspelt one.
func Among(word, kind string, known []string) string {
	if len(known) == 0 {
		return fmt.Sprintf("there are no %ss", kind)
	}
	text := fmt.Sprintf("the %ss are ", kind)
	for i, k := range known {
		if i > 0 {
			text += ", "
		}
		text += strconv.Quote(k)
	}
	if is := Word(word, known); is != "" {
		text += fmt.Sprintf("; did you mean %q?", is)
	}
	return text
}
