package modelcode

import (
	"go/ast"
	"go/token"
	"strings"
)

// Marker begins a comment that allows a finding. The name of an analyzer and a reason follow.
const Marker = "//checkmodel:allow"

// allow is a comment that allows the findings of one analyzer in a part of a file.
type allow struct {
	pos      token.Pos
	reason   string
	from, to token.Pos
	used     bool
}

// ParseAllow returns the name of the analyzer and the reason in a comment, and whether it is a
// comment that allows findings.
func ParseAllow(comment string) (name, reason string, ok bool) {
	rest, ok := strings.CutPrefix(comment, Marker)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", "", false
	}
	rest, _, _ = strings.Cut(rest, " // ") // a comment within the comment
	name, reason, _ = strings.Cut(strings.TrimSpace(rest), " ")
	return name, strings.TrimSpace(reason), true
}

// allowsIn returns the comments in a file that allow findings of the analyzer.
func allowsIn(files *token.FileSet, file *ast.File, analyzer string) []*allow {
	functions := map[*ast.CommentGroup]ast.Node{}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Doc != nil {
			functions[d.Doc] = d
		}
	}
	var allows []*allow
	for _, group := range file.Comments {
		for _, c := range group.List {
			name, reason, ok := ParseAllow(c.Text)
			if !ok || name != analyzer {
				continue
			}
			a := &allow{pos: c.Pos(), reason: reason}
			if function := functions[group]; function != nil {
				a.from, a.to = function.Pos(), function.End()
			} else if c.Pos() < file.Package {
				a.from, a.to = file.FileStart, file.FileEnd
			} else {
				a.from, a.to = twoLines(files.File(c.Pos()), c.Pos())
			}
			allows = append(allows, a)
		}
	}
	return allows
}

// twoLines returns the range of the line of a position and the next line.
func twoLines(file *token.File, pos token.Pos) (from, to token.Pos) {
	line := file.Line(pos)
	from, to = file.LineStart(line), token.Pos(file.Base()+file.Size()+1)
	if line+2 <= file.LineCount() {
		to = file.LineStart(line + 2)
	}
	return from, to
}
