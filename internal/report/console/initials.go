package console

import (
	"fmt"
	"unicode"
)

// longestInitials is the maximal number of characters of initials. A column of initials in a trace is then at most as
// wide as a column of short names.
const longestInitials = 3

// initials returns short forms of clean names, all different: the first character of each word and all digits, such as
// wr for writer-red and n2 for node2; or, where these are too long or the same, the first character and a number.
func initials(names []string) []string {
	short, taken := make([]string, len(names)), map[string]int{}
	for i, name := range names {
		short[i] = initialsOf(name)
		taken[short[i]]++
	}
	for i, s := range short {
		if n := len([]rune(s)); 0 < n && n <= longestInitials && taken[s] == 1 {
			continue
		}
		first := "p"
		if s != "" {
			first = string([]rune(s)[:1])
		}
		for n := 1; ; n++ {
			numbered := fmt.Sprint(first, n)
			if taken[numbered] == 0 {
				short[i] = numbered
				taken[numbered]++
				break
			}
		}
	}
	return short
}

// initialsOf returns the first character of each word of a name, and all its digits.
func initialsOf(name string) (s string) {
	before := ' '
	for _, c := range name {
		begins := unicode.IsLetter(c) && (!unicode.IsLetter(before) || unicode.IsUpper(c) && unicode.IsLower(before))
		if begins || unicode.IsDigit(c) {
			s += string(c)
		}
		before = c
	}
	return s
}
