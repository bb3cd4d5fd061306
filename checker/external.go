package checker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// validateWithout reports problems with the names of external events that are left out.
func (o *Options) validateWithout(problem func(field, format string, args ...any)) {
	for i, name := range o.Without {
		switch {
		case name == "" || !utf8.ValidString(name):
			problem("Without", "has the name %q; the name of an external event must be UTF-8 and not empty", name)
		case slices.Contains(o.Without[:i], name):
			problem("Without", "has the name %q twice", name)
		}
	}
}

// checkWithout returns an error if an external event that is to be left out does not exist. A search that was stopped
// may not have come to it.
func (s *search) checkWithout() error {
	r := s.result
	if len(r.Options.Without) == 0 || r.Stop != NotStopped || r.Interleavings == 0 {
		return nil
	}
	known := s.externals()
	for _, name := range r.Options.Without {
		if !slices.Contains(known, name) {
			r.Verdict = Failed
			return fmt.Errorf("model %s: no external event is named %q, so it cannot be left out; %s", r.Model.Name, name, namesOf(known))
		}
	}
	return nil
}

// externals returns the names of the external events that the search has come to, also before it was resumed.
func (s *search) externals() []string {
	var known []string
	if sys := s.First.System; sys != nil {
		known = sys.Externals()
	}
	if c := s.result.Options.Resume; c != nil {
		known = union(c.Externals, known)
	}
	return known
}

// namesOf lists the names of external events in a sentence.
func namesOf(names []string) string {
	if len(names) == 0 {
		return "the model has no external events (proc.External)"
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	return "the names are " + strings.Join(quoted, ", ")
}
