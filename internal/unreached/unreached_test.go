package unreached

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// TestGaps compares the gaps of a model with its comments.
func TestGaps(t *testing.T) {
	r, err := Check(t.Context(), checker.Model{Name: "gaps", Main: first}, checker.Options{})
	if err != nil || r.Verdict != checker.Verified {
		t.Fatalf("%v, %v", r.Verdict, err)
	}
	source, err := os.ReadFile("model_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for i, line := range strings.Split(string(source), "\n") {
		if _, comment, is := strings.Cut(line, " // "); is {
			for gap := range strings.SplitSeq(comment, ", ") {
				want = append(want, fmt.Sprintf("model_test.go:%d %s", i+1, gap))
			}
		}
	}
	for _, g := range r.Gaps {
		got = append(got, filepath.Base(g.Place)+" "+g.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-in the comments +found)\n%s", diff)
	}
}

// TestOtherSource: nothing is said of a source that is not the one of the program.
func TestOtherSource(t *testing.T) {
	r, err := Check(t.Context(), checker.Model{Name: "gaps", Main: first}, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source, err := os.ReadFile("model_test.go")
	if err != nil {
		t.Fatal(err)
	}
	file, moved := filepath.Join(dir, "model_test.go"), slices.Clone(r.Visits)
	for i, v := range moved {
		_, line, _ := place(v.Place)
		moved[i].Place = fmt.Sprintf("%s:%d", file, line)
	}
	for text, finds := range map[string]bool{string(source): true, "\n" + string(source): false, "package": false, "": false} {
		err := os.WriteFile(file, []byte(text), 0o600)
		if err == nil && text == "" {
			err = os.Remove(file)
		}
		if err != nil {
			t.Fatal(err)
		}
		of := r.Record
		of.Visits, of.Gaps = moved, nil
		add(&of)
		if found := slices.ContainsFunc(of.Gaps, func(v trace.Visit) bool { return v.Operation == "case" }); found != finds {
			t.Errorf("with %.10q…, gaps are found: %t", text, found)
		}
	}
}
