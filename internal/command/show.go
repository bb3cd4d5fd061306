package command

import (
	"fmt"
	"io"
	"regexp"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// Show writes a report that was saved as JSON in another format. It uses the options for the form
// of a report and the choice of models. The file "-" is standard input.
func Show(env Environment, file string, format report.Format, o Options) (worst Status) {
	env.Stderr = printable.Writer(env.Stderr)
	env.draw(format == report.TextFormat)
	defer env.recoverPanic(&worst)
	docs, err := readDocuments(file, o.Model)
	if err != nil {
		return env.unusable(err)
	}
	text := env.text(&o, len(docs))
	if err := report.Write(text, env.Stdout, format, docs); err != nil {
		return env.unusable(err)
	}
	return AsDeclared
}

// readDocuments returns the documents in a file.
func readDocuments(file, model string) ([]document.Document, error) {
	expression, err := regexp.Compile(model)
	if err != nil {
		return nil, fmt.Errorf("-model is not a regular expression: %w", err)
	}
	read := func() (io.ReadCloser, error) { return files.Open(file, files.MaxReport) }
	if file == "-" {
		read = func() (io.ReadCloser, error) { return files.Input(files.MaxReport) }
	}
	in, err := read()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	all, err := document.Read(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var docs []document.Document
	for _, d := range all {
		if expression.MatchString(d.Model) {
			docs = append(docs, d)
		}
	}
	if len(docs) == 0 {
		return nil, fmt.Errorf("%s: -model %s matches none of its models", file, model)
	}
	return docs, nil
}
