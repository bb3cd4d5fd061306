package chainrepl

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
)

func named(t *testing.T, name string) variant {
	t.Helper()
	for _, v := range variants {
		if v.name == name {
			return v
		}
	}
	t.Fatalf("there is no variant %s", name)
	return variant{}
}

func check(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	r, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What the command reports: for wrong models without a bound, for others within
// one. TestAll goes on to the end.
func TestDeclared(t *testing.T) {
	for _, m := range Models() {
		options := []checktest.Option{checktest.Bound(4)}
		if m.Violates != nil {
			options = nil
		}
		checktest.Run(t, m, options...)
	}
}

// A step that is left out must make a difference.
func TestVariants(t *testing.T) {
	for _, v := range variants {
		if (v.omits != "") != (v.violates != nil) {
			t.Errorf("%s leaves out %q and violates %q", v.name, v.omits, v.violates)
		}
		if v.doc == "" {
			t.Errorf("%s says nothing about itself", v.name)
		}
	}
}
