package html

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

//go:embed page
var pageFiles embed.FS

// pageTemplates make the page and the picture. All text from a model goes through them, so it
// cannot become markup, style or script.
var pageTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"top":  func(y int) int { return y - rowHeight/2 },
	"text": func(y int) int { return y + 4 },
	"left": func(x int) float64 { return float64(x) - 4.5 },
	"add":  func(i int) int { return i + 1 },
}).ParseFS(pageFiles, "page/*.tmpl"))

// pageFile returns an embedded file.
func pageFile(name string) string {
	b, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// pageViolation is a violation on the page.
type pageViolation struct {
	Package, Model, Doc string
	Parameters          string // which parameters of the model do not have their defaults
	Problem             string // why the model failed, if this is the interleaving in which it did
	Violation           *document.Violation
	Diagram             *diagram
	History             *drawnHistory
	Names               string // what is left out of names
	Original            bool   // it was minimized, and the previous one on the page is the result
}

// pageData is the data about a violation for the script of the page.
type pageData struct {
	*document.Violation
	Life []story.LifeChange `json:"life"` // the changes by each event; see life
	// Other is the number, on the page, of the violation before or after minimizing. Same holds, for each of its
	// events, the number of the same event there, or 0. Both are absent if nothing was minimized.
	Other    *int  `json:"other,omitempty"`
	Same     []int `json:"same,omitempty"`
	Original bool  `json:"original,omitempty"`
}

// pageFailure is a model that failed without an interleaving on the page that shows it.
type pageFailure struct{ Model, Problem string }

// BodyHeight returns the height of the diagram below its heading.
func (v pageViolation) BodyHeight() int { return v.Diagram.Height - 42 }

// maxViolations is the maximal number of violations on a page.
const maxViolations = 50

// page collects the contents of a page.
type page struct {
	text       prose.Text
	violations []pageViolation
	data       []pageData
	failures   []pageFailure
	results    []pageResult
	notes      []string
	shown      int // the number of violations, without the originals of minimized ones
	left       int // the number of violations for which there is no room
}

// WritePage writes a page with the violations in the documents, each with a diagram of its events to step through, and with the
// models that failed. The page is a single file that refers to no other. It returns the first error of w. Unless by is nil, a
// person drives the one execution, and the page also has its controls.
func WritePage(w io.Writer, t prose.Text, docs []document.Document, by *driven) error {
	p := page{text: t, data: []pageData{}}
	for i := range docs {
		d := document.Clean(docs[i])
		p.document(&d)
	}
	if p.left > 0 {
		p.notes = append(p.notes, fmt.Sprintf("The page shows %d violations; the other forms of the report have %d more.", maxViolations, p.left))
	}
	title := pageTitle(docs)
	if by != nil {
		title = "checkmodel: " + by.Model + " by hand"
	}
	return pageTemplates.ExecuteTemplate(w, "page", struct {
		Title      string
		Style      template.CSS
		Script     template.JS
		Violations []pageViolation
		Failures   []pageFailure
		Results    []pageResult
		Notes      []string
		Data       []pageData
		Several    bool
		Driven     *driven
		Keys       template.JS // of Driven
	}{
		Title: title, Style: template.CSS(pageFile("diagram.css") + pageFile("page.css")),
		Script: template.JS(pageFile("page.js")), Violations: p.violations, Failures: p.failures, Results: p.results, Notes: p.notes, Data: p.data, Several: p.shown > 1,
		Driven: by, Keys: template.JS(pageFile("driven.js")),
	})
}

// document adds the violations of a document, which is clean.
func (p *page) document(d *document.Document) {
	if text := advice.FurtherKinds(d.Unlisted, len(d.Distinct)); text != "" {
		p.notes = append(p.notes, "Model "+d.Model+": "+text)
	}
	shown := d.Shown()
	said := d.Error == ""
	for k := range shown {
		v := &shown[k]
		if len(v.Trace) == 0 {
			continue
		}
		if p.shown == maxViolations {
			p.left++
			continue
		}
		p.shown++
		about := pageViolation{Package: d.Package, Model: d.Model, Doc: d.Doc, Parameters: document.ValuesIn(d.Parameters)}
		if v.Fault() {
			about.Problem, said = d.Problem, true
		}
		p.add(about, v)
	}
	if len(d.Distinct) == 0 && d.Error == "" {
		p.results = append(p.results, resultOf(d))
	}
	if !said {
		p.failures = append(p.failures, pageFailure{d.Model, d.Problem})
	}
}

// add adds a violation, and its original if it was minimized.
func (p *page) add(about pageViolation, v *document.Violation) {
	at, found, from := len(p.data), v, v.Original()
	v, about.Names = story.InWords(story.Locate(p.text, v), false)
	if v.Minimized != nil {
		m := *v.Minimized
		m.From = nil // which the page has beside it
		v.Minimized = &m
	}
	about.Violation, about.History = v, drawHistory(v.History)
	if from == nil {
		about.Diagram = newDiagram(p.text, v, nil)
		p.violations, p.data = append(p.violations, about), append(p.data, pageData{Violation: v, Life: story.LifeOf(v).Changes})
		return
	}
	c, other := story.Compare(found.Trace, from.Trace), at+1
	about.Diagram = newDiagram(p.text, v, c.Removed())
	was := about
	was.Violation, was.Names = story.InWords(story.Locate(p.text, from), false)
	was.Original = true
	was.History = drawHistory(was.Violation.History)
	was.Violation.Minimized = nil
	was.Diagram = newDiagram(p.text, was.Violation, nil)
	for i := range was.Diagram.Rows {
		was.Diagram.Rows[i].Removed = c.Back[was.Diagram.Rows[i].Number-1] == 0
	}
	p.violations = append(p.violations, about, was)
	p.data = append(p.data, pageData{v, story.LifeOf(v).Changes, &other, c.Same, false}, pageData{was.Violation, story.LifeOf(was.Violation).Changes, &at, c.Back, true})
}

// WriteSVG writes the diagram of the events that led to a violation as a picture. It returns the first
// error of w.
func WriteSVG(t prose.Text, w io.Writer, v *document.Violation) error {
	title := prose.Clean(advice.Headline(v))
	v, legend := story.InWords(v, false)
	d := newDiagram(t, v, nil)
	d.addLegend(legend)
	return pageTemplates.ExecuteTemplate(w, "picture", struct {
		Title   string
		Style   template.CSS
		Diagram *diagram
	}{title, template.CSS(pageFile("diagram.css")), d})
}

// pageTitle is the title of the page.
func pageTitle(docs []document.Document) string {
	var names []string // of the models with something to show
	for i := range docs {
		if len(docs[i].Shown()) > 0 || docs[i].Error != "" {
			names = append(names, prose.Clean(docs[i].Model))
		}
	}
	switch {
	case len(names) == 0:
		return "checkmodel: " + nothingFound(docs)
	case len(names) > advice.Named:
		return "checkmodel: violations"
	}
	return "checkmodel: " + strings.Join(names, ", ")
}

// nothingFound describes the common result of documents without a violation.
func nothingFound(docs []document.Document) string {
	for i := range docs {
		if docs[i].Verdict != checker.Verified {
			return prose.Clean(docs[i].Model) + " " + prose.Clean(advice.NoViolation(&docs[i]))
		}
	}
	return "no violation"
}
