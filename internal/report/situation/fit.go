package situation

import (
	"bytes"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Fit writes whether a log fits the model with that name. If it does not, it writes the events of an interleaving that announces as many
// lines as possible. It returns the first error of w.
func Fit(w io.Writer, t prose.Text, model string, r *conform.Report) error {
	err := prose.IntoText(w, "the result", func(b *bytes.Buffer) {
		fmt.Fprintf(b, "%s\n", t.Broken(printable.Lines(model+": "+r.String()), 0, 2))
		if !r.Fits && r.Met > 0 && r.Prefix != nil {
			fmt.Fprintf(b, "\nThe events up to there:\n\n")
		}
	}, "")
	if err != nil || r.Fits || r.Met == 0 || r.Prefix == nil {
		return err
	}
	return Place{t, r.Prefix}.Events(w, 1, len(r.Prefix.Interleaving.Steps))
}
