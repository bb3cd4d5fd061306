package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed page
var pageFiles embed.FS

// pageTemplates make the page and the picture. All text from a model goes through them, so it
// cannot become markup, style or script.
var pageTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"top":  func(y int) int { return y - rowHeight/2 },
	"text": func(y int) int { return y + 4 },
	"left": func(x int) float64 { return float64(x) - 4.5 },
}).ParseFS(pageFiles, "page/*.tmpl"))

// pageFile returns an embedded file.
func pageFile(name string) string {
	b, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic("checkmodel internal error: " + err.Error())
	}
	return string(b)
}

// pageViolation is a violation on the page.
type pageViolation struct {
	Package, Model, Doc string
	Problem             string // why the model failed, if this is the interleaving in which it did
	Violation           *Violation
	Diagram             *diagram
}

// pageFailure is a model that failed without an interleaving on the page that shows it.
type pageFailure struct{ Model, Problem string }

// BodyHeight returns the height of the diagram below its heading.
func (v pageViolation) BodyHeight() int { return v.Diagram.Height - 42 }

// maxViolations is the maximal number of violations on a page.
const maxViolations = 50

// html writes a page that shows the violations in the documents, each with a diagram of the events
// that led to it, which a reader can go through event by event, and the models that failed. The
// page is a single file that refers to no other. html returns the first error of w.
func (t Text) html(w io.Writer, docs []Document) error {
	var violations []pageViolation
	var failures []pageFailure
	data := []*Violation{}
	var notes []string
	left := 0
	for i := range docs {
		d := cleaned(docs[i])
		if text := unlisted(d.Unlisted, len(d.Distinct)); text != "" {
			notes = append(notes, "Model "+d.Model+": "+text)
		}
		shown := d.Shown()
		said := d.Error == ""
		for k := range shown {
			v := t.located(&shown[k])
			if len(v.Trace) == 0 {
				continue
			}
			if len(violations) == maxViolations {
				left++
				continue
			}
			f := pageViolation{Package: d.Package, Model: d.Model, Doc: d.Doc, Violation: v, Diagram: newDiagram(t, v)}
			if v.fault() {
				f.Problem, said = d.problem(), true
			}
			violations = append(violations, f)
			data = append(data, v)
		}
		if !said {
			failures = append(failures, pageFailure{d.Model, d.problem()})
		}
	}
	if left > 0 {
		notes = append(notes, fmt.Sprintf("The page shows %d violations; %d more are left out, which the other forms of the report have.", maxViolations, left))
	}
	return pageTemplates.ExecuteTemplate(w, "page", struct {
		Title      string
		Style      template.CSS
		Script     template.JS
		Violations []pageViolation
		Failures   []pageFailure
		Notes      []string
		Data       []*Violation
	}{
		Title: pageTitle(docs), Style: template.CSS(pageFile("diagram.css") + pageFile("page.css")),
		Script: template.JS(pageFile("page.js")), Violations: violations, Failures: failures, Notes: notes, Data: data,
	})
}

// svg writes the diagram of the events that led to a violation as a picture. It returns the first
// error of w.
func (t Text) svg(w io.Writer, v *Violation) error {
	return pageTemplates.ExecuteTemplate(w, "picture", struct {
		Title   string
		Style   template.CSS
		Diagram *diagram
	}{clean(headline(v)), template.CSS(pageFile("diagram.css")), newDiagram(t, v)})
}

// pageTitle is the title of the page.
func pageTitle(docs []Document) string {
	var names []string
	for i := range docs {
		if len(docs[i].Shown()) > 0 || docs[i].Error != "" {
			names = append(names, clean(docs[i].Model))
		}
	}
	switch {
	case len(names) == 0:
		return "checkmodel: no violation"
	case len(names) > named:
		return "checkmodel: violations"
	}
	return "checkmodel: " + strings.Join(names, ", ")
}
