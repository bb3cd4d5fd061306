// Package memory parses and formats sizes of memory, and finds out how much of it the machine has
// left.
package memory

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Wanted describes the texts that ParseSize accepts.
const Wanted = "a whole number of bytes, a number with a unit, such as 4GiB, 512MiB or 2G, or none"

// units are the units of sizes, in small letters. A single letter stands for a power of 1024, as in
// ulimit, Docker and Java.
var units = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
}

// ParseSize parses a number of bytes, such as 4GiB or 2G; none is 0. The error does not mention
// what is [Wanted].
func ParseSize(s string) (int64, error) {
	if s == "none" {
		return 0, nil
	}
	digits := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if digits < 0 {
		digits = len(s)
	}
	unit, ok := units[strings.ToLower(strings.TrimPrefix(s[digits:], " "))]
	if !ok {
		return 0, errors.New("there is no such unit")
	}
	n, err := strconv.ParseInt(s[:digits], 10, 64)
	switch {
	case err != nil:
		return 0, err
	case n == 0:
		return 0, errors.New("it is not a size")
	case float64(n)*unit > math.MaxInt64/2:
		return 0, strconv.ErrRange
	}
	return n * int64(unit), nil
}

// Size formats a number of bytes, such as 4 GiB. The result is exact if the number is a multiple of
// a unit, and less than 1024 of them; otherwise it is rounded to three digits.
func Size(bytes int64) string {
	size, unit := float64(bytes), "bytes"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if size < 1024 {
			break
		}
		size, unit = size/1024, larger
	}
	if size == math.Trunc(size) {
		return fmt.Sprintf("%.0f %s", size, unit)
	}
	return fmt.Sprintf("%.*f %s", max(0, 2-int(math.Log10(size))), size, unit)
}
