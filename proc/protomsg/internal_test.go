package protomsg

import (
	"errors"
	"testing"
)

// TestStable: texts that the protobuf module writes in one of two ways become equal.
func TestStable(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		`a:1  b:{c:2  d:"x  y"}  e:3`:        `a:1 b:{c:2 d:"x  y"} e:3`,
		`a:1 b:{c:2 d:"x  y"} e:3`:           `a:1 b:{c:2 d:"x  y"} e:3`,
		`a:"\"  \\"  b:"  \\\"  "  c:"" d:1`: `a:"\"  \\" b:"  \\\"  " c:"" d:1`,
	} {
		if got := singleSpaced(text); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"proto: it is wrong", "proto:\u00a0it is wrong"} {
		if got := stable(errors.New(text)).Error(); got != "proto: it is wrong" {
			t.Errorf("the error %q is shown as %q", text, got)
		}
	}
}
