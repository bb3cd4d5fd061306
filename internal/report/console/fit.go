package console

import (
	"bytes"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Fit writes whether a log fits the model. If it does not, it describes an interleaving that announces as many lines as possible. It returns
// the first error of w.
func Fit(t prose.Text, w io.Writer, m checker.Model, r *conform.Report) error {
	return prose.IntoText(w, "the result", func(b *bytes.Buffer) {
		fmt.Fprintf(b, "%s\n", t.Broken(printable.Lines(m.Name+": "+r.String()), 0, 2))
		if r.Prefix == nil || r.Fits || r.Met == 0 {
			return
		}
		b.WriteByte('\n')
		way(t, b, m, r.Prefix, "the last line that fits")
	}, "")
}

// Way describes the interleaving of the model to a place, and says in words what it reaches. It returns the first error of w.
func Way(t prose.Text, w io.Writer, m checker.Model, to *checker.Place, reaches string) error {
	return prose.IntoText(w, "the way", func(b *bytes.Buffer) { way(t, b, m, to, reaches) }, "")
}

func way(t prose.Text, b *bytes.Buffer, m checker.Model, to *checker.Place, reaches string) {
	i := *to.Interleaving
	i.Reaches = reaches
	shown := document.ItemOf(m).Violation(&i)
	describing(t, b, &shown).write()
}
