package document

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// Any text of a model can be read back from the JSON, which has printable characters
// only.
func FuzzJSON(f *testing.F) {
	f.Add("a\x1b\u009b \U000e0001\U0001f600 \u2028<&>")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "")
		var b strings.Builder
		if err := WriteJSON(&b, []string{s}); err != nil {
			t.Fatal(err)
		}
		line, ok := strings.CutSuffix(b.String(), "\n")
		if !ok || strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
			t.Errorf("%q is written as %q", s, b.String())
		}
		var back []string
		if err := json.Unmarshal([]byte(line), &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{s}, back); diff != "" {
			t.Error(diff)
		}
	})
}
