package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayPart lists the functions that take texts apart although they show results, by the reason.
var mayPart = map[string]string{
	"a name of a property, a pattern, a flag or an address that the user has typed": `
checktest/check.go command strings.SplitSeq
checktest/selection.go match regexp.Compile
checktest/selection.go match strings.Split
internal/command/checkpoint.go flags strings.ReplaceAll
internal/command/checkpoint.go unbegun regexp.QuoteMeta
internal/command/models.go choose regexp.Compile
internal/command/models.go choose regexp.QuoteMeta
internal/command/options.go SetDelivery strings.CutSuffix
internal/command/options.go Validate regexp.Compile
internal/command/options.go loopback strings.Cut
internal/command/options.go loopback strings.HasPrefix
internal/command/options.go loopback strings.TrimPrefix
internal/command/show.go readDocuments regexp.Compile
`,
	"a path, file:line, or a call as the Go runtime names it": `
internal/command/files.go precious strings.Contains
internal/report/console/failure.go calls strings.Cut
internal/report/console/steps.go stepSource strings.LastIndexByte
internal/report/prose/places.go AtLine strings.LastIndexByte
internal/report/prose/places.go Places strings.LastIndexByte
internal/report/prose/text.go SeenIn strings.ReplaceAll
internal/report/prose/text.go SeenIn strings.TrimSuffix
internal/report/prose/words.go relative strings.TrimPrefix
internal/report/prose/words.go relative strings.TrimSuffix
internal/report/sarif/sarif.go sarif strings.TrimPrefix
internal/report/story/position.go Inside strings.Contains
internal/report/story/position.go Inside strings.HasPrefix
`,
	"the name of a type, as package reflect has it": `
internal/report/advice/remedy.go regexp.MustCompile
`,
	"lines, words and sentences of any text, to lay it out": `
internal/report/advice/verdict.go Sentences strings.Split
internal/report/console/causes.go causes strings.ReplaceAll
internal/report/console/details.go details strings.SplitSeq
internal/report/console/events.go event strings.HasPrefix
internal/report/document/json.go WriteJSON bytes.TrimSuffix
internal/report/prose/lines.go Broken strings.Fields
internal/report/prose/lines.go Command strings.HasPrefix
internal/report/prose/lines.go Command strings.TrimPrefix
internal/report/prose/lines.go Entry strings.HasPrefix
internal/report/prose/lines.go LongestWord strings.FieldsSeq
internal/report/prose/lines.go Wrapped strings.LastIndexByte
internal/report/prose/lines.go commandWords strings.HasPrefix
internal/report/prose/words.go FirstSentence strings.TrimPrefix
internal/report/prose/words.go Shorten strings.HasSuffix
internal/report/prose/words.go Shorten strings.LastIndex
internal/report/situation/change.go difference strings.ContainsRune
`,
	"what is known to be in a text gets a shorter form: a message, and names, which methods String of a model say too": `
internal/report/story/message.go Shortened strings.Replace
internal/report/story/wording.go inName strings.ContainsRune
internal/report/story/wording.go shortened strings.Index
internal/report/story/wording.go text strings.IndexByte
`,
}

// TestFactsAreTyped: what shows results takes no facts out of words that the project has made itself. So nothing takes a text apart,
// except for a reason above.
func TestFactsAreTyped(t *testing.T) {
	t.Parallel()
	var found, listed []string
	for name, f := range sources(t) {
		if showsResults(name) {
			found = append(found, partings(name, f)...)
		}
	}
	for _, list := range mayPart {
		listed = append(listed, strings.Split(strings.TrimSpace(list), "\n")...)
	}
	for _, f := range found {
		if !slices.Contains(listed, f) {
			t.Errorf("%s takes a text apart; ask for the fact, as a field or an error that is typed", f)
		}
	}
	for _, l := range listed {
		if !slices.Contains(found, l) {
			t.Errorf("%s takes no text apart any more; take it off the list", l)
		}
	}
}

// TestPartings: each way to take a text apart is noticed.
func TestPartings(t *testing.T) {
	const source = `package p
var fields = regexp.MustCompile("x")
func f() {
	_ = strings.TrimPrefix(e.Result, "process x ")
	_, _ = fmt.Sscanf(text, "ref %d", &n)
	_ = e.Operation == "end"
	_ = "timeout" != e.Result
	_ = last.Reply == v.Explanation
	_ = e.Result != "" || e.Kind == KindExit || strings.Join(all, ", ") == ""
}`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"p.go regexp.MustCompile", "p.go f strings.TrimPrefix", "p.go f fmt.Sscanf", "p.go f Operation ==", "p.go f Result !=", "p.go f Reply =="}
	if got := partings("p.go", f); !slices.Equal(got, want) {
		t.Errorf("it notices %q, want %q", got, want)
	}
}

// showsResults reports whether a file belongs to a package that shows results.
func showsResults(file string) bool {
	return slices.ContainsFunc([]string{"internal/report/", "internal/command/", "checker/", "minimize/", "checktest/"}, func(dir string) bool { return strings.HasPrefix(file, dir) })
}

// parting has the functions of packages strings and bytes that take a text apart, or look into one.
var parting = []string{
	"Contains", "ContainsAny", "ContainsFunc", "ContainsRune", "Count", "Cut", "CutPrefix", "CutSuffix", "EqualFold", "Fields", "FieldsFunc", "FieldsFuncSeq", "FieldsSeq",
	"HasPrefix", "HasSuffix", "Index", "IndexAny", "IndexByte", "IndexFunc", "IndexRune", "LastIndex", "LastIndexAny", "LastIndexByte", "LastIndexFunc",
	"Replace", "ReplaceAll", "Split", "SplitAfter", "SplitAfterN", "SplitAfterSeq", "SplitN", "SplitSeq", "TrimFunc", "TrimLeftFunc", "TrimPrefix", "TrimRightFunc", "TrimSuffix",
}

// told has the fields that hold words about an event, or about a violation.
var told = []string{"Operation", "Result", "Message", "Explanation", "Error", "Problem", "Reply", "For"}

// partings returns the places in a file that take a text apart, each as file, function and what it calls: functions of packages
// strings, bytes, regexp and fmt. A comparison of words about events counts, too: with a literal, or with an explanation.
func partings(file string, f *ast.File) (found []string) {
	for _, d := range f.Decls {
		where := file
		if fn, ok := d.(*ast.FuncDecl); ok {
			where += " " + fn.Name.Name
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && takesApart(of.Name, n.Sel.Name) {
					found = append(found, where+" "+of.Name+"."+n.Sel.Name)
				}
			case *ast.BinaryExpr:
				if words := compared(n); words != "" {
					found = append(found, where+" "+words+" "+n.Op.String())
				}
			}
			return true
		})
	}
	return found
}

// takesApart reports whether a function of a package takes a text apart.
func takesApart(pkg, function string) bool {
	switch pkg {
	case "strings", "bytes":
		return slices.Contains(parting, function)
	case "fmt":
		return strings.HasPrefix(function, "Sscan")
	}
	return pkg == "regexp" && function != "Regexp"
}

// compared returns the field of words that an expression compares with a literal, or with an explanation; "" if it does not.
func compared(e *ast.BinaryExpr) string {
	if e.Op != token.EQL && e.Op != token.NEQ {
		return ""
	}
	for _, sides := range [][2]ast.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		words, ok := sides[0].(*ast.SelectorExpr)
		if !ok || !slices.Contains(told, words.Sel.Name) {
			continue
		}
		switch with := sides[1].(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(with.Value); err == nil && text != "" {
				return words.Sel.Name
			}
		case *ast.SelectorExpr:
			if with.Sel.Name == "Explanation" {
				return words.Sel.Name
			}
		}
	}
	return ""
}
