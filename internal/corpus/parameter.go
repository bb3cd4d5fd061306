package corpus

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// parameter begins the line of a file with the value of a parameter.
const parameter = "parameter: "

// set records the value of a parameter.
func (f *Failure) set(name string, value int) {
	if f.Parameters == nil {
		f.Parameters = map[string]int{}
	}
	f.Parameters[name] = value
}

// values returns the parameters with their values, sorted by name, as lines of a file and flags have them.
func (f Failure) values() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(f.Parameters)) {
		all = append(all, fmt.Sprintf("%s=%d", name, f.Parameters[name]))
	}
	return all
}

// OtherParameters returns the parameters of the model that had another value when the failure was found, with that value, as
// flags have them; "" if there are none.
func (f Failure) OtherParameters(m *checker.Model) string {
	var other []string
	for _, p := range m.Parameters {
		if n, known := f.Parameters[p.Name]; known && n != p.Value() {
			other = append(other, fmt.Sprintf("%s=%d", p.Name, n))
		}
	}
	return strings.Join(other, ",")
}

// parseParameter returns the name and the value in a text such as clients=3.
func parseParameter(text string) (name string, value int, err error) {
	name, number, found := strings.Cut(text, "=")
	if value, err = strconv.Atoi(number); !found || name == "" || err != nil {
		return "", 0, errors.New("it must be the name of a parameter and a whole number, as clients=3")
	}
	return name, value, nil
}

// ParseParameters adds the values in a text such as clients=3,servers=2 to the map before, which may be nil, and returns
// the result. The last value of a parameter counts.
func ParseParameters(before map[string]int, text string) (map[string]int, error) {
	all := maps.Clone(before)
	if all == nil {
		all = map[string]int{}
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, err := parseParameter(part)
		if err != nil {
			return before, err
		}
		all[name] = value
	}
	return all, nil
}
