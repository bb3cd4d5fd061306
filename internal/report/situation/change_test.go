package situation

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
)

// TestDifference: of two long texts, the fields and elements are shown that differ.
func TestDifference(t *testing.T) {
	for _, c := range [][4]string{
		{"1", "2", "1", "2"},
		{"node{ID: 2, Term: 1, Role: \"x\"}", "node{ID: 2, Term: 2, Role: \"x\"}", "…Term: 1…", "…Term: 2…"},
		{"node{Term: 1}", "node{Term: 12}", "…Term: 1…", "…Term: 12…"},
		{"log [1 2]; not synced: 1", "log [1 2 3]; not synced: 2", "…2]; not synced: 1", "…2 3]; not synced: 2"},
		{"[]", "[1]", "[]", "[1]"},
		{"a{X: [1, 2], Y: é}", "a{X: [1, 3], Y: è}", "…2], Y: é…", "…3], Y: è…"},
		{"a{X: 1, X: 1}", "a{X: 1}", "…X: 1, X: 1…", "…X: 1…"},
	} {
		if was, is := difference(c[0], c[1]); was != c[2] || is != c[3] {
			t.Errorf("of %s and %s, %s and %s differ; want %s and %s", c[0], c[1], was, is, c[2], c[3])
		}
	}
}

// TestBroken: only the judgment that a property is violated now is marked, as violations are shown elsewhere.
func TestBroken(t *testing.T) {
	at := func(s checker.Standing) *checker.Place {
		return &checker.Place{Judgments: []checker.Judgment{{Property: checker.Property{Name: "rule"}, Standing: s}}}
	}
	for _, now := range []checker.Standing{checker.Broken, "holds"} {
		all := ChangesOf(at(""), at(now))
		if len(all) != 1 || all[0].broken != (now == checker.Broken) {
			t.Errorf("the changes to %q are %+v", now, all)
		}
	}
}
