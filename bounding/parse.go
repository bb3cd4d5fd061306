package bounding

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Parse returns the bound of that kind which the text says: one, as "4", several, as "0..4",
// or none, as "none".
func Parse(kind Kind, text string) (Bound, error) {
	if text == string(none) {
		return None(), nil
	}
	first, last, several := strings.Cut(text, "..")
	if !several {
		last = first
	}
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	if err := cmp.Or(err, err2); errors.Is(err, strconv.ErrRange) {
		return Bound{}, fmt.Errorf("%q is too large: %w", text, err)
	}
	if err != nil || err2 != nil || from < 0 || from > to {
		return Bound{}, fmt.Errorf("%q is neither a bound, as 4, nor a first and a last one, as 0..4, from 0, nor %s", text, none)
	}
	b := Of(kind, to)
	if several {
		b = b.From(from)
	}
	return b, nil
}
