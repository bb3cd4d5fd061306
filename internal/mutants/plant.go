package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"strings"
)

// place is where a fragment is.
type place struct {
	at, end token.Position // at has the file
	in      string         // which function
	names   *renaming      // of the fragment
	renamed int            // how many names differ from those of the fragment, and of its function
}

func (p place) dir() string { return path.Dir(p.at.Filename) }

// find returns the place that a fragment means. Of all that are the same but for fewer than half of
// the names, it is the one for which the fewest have changed. As long as there is a function of the
// name given, it is in that one, or else the very same in another.
func (s *sources) find(f fragment, in string) (place, error) {
	var found []place
	inside := false
	for _, p := range s.candidates(f, in) {
		switch {
		case p.in == in && !inside:
			found, inside = []place{p}, true
		case inside && p.in != in, !inside && s.functions[in] && p.renamed > changed(in, p.in):
			// not in the function, though that is there
		case len(found) == 0 || p.renamed < found[0].renamed:
			found = []place{p}
		case p.renamed == found[0].renamed:
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		var list strings.Builder
		for _, p := range found {
			fmt.Fprintf(&list, "\n\t%s:%d, in %s", p.at.Filename, p.at.Line, p.in)
		}
		return place{}, fmt.Errorf("it can be any of these; name the function, or add what is around it to old and new:%s", &list)
	}
	return place{}, fmt.Errorf("%s has no code like old, even with other names, and no other function has it; write old and new as it is now", in)
}

// changed returns how many parts of the name of a function differ.
func changed(a, b string) int {
	p, q := strings.Split(a, "."), strings.Split(b, ".")
	n := 0
	for i := range p {
		if i >= len(q) || p[len(p)-1-i] != q[len(q)-1-i] {
			n++
		}
	}
	return n
}

// candidates returns all places at which a fragment is, with the same names or, fewer
// than half of them, others. The name of the function counts.
func (s *sources) candidates(f fragment, in string) []place {
	var found []place
	seen := map[[2]token.Pos]bool{}
	for _, site := range s.sites[kindOf(f.nodes[0], f.chain)] {
		if len(site.nodes) < len(f.nodes) {
			continue
		}
		there, names := site.nodes[:len(f.nodes)], newRenaming(s.standard)
		at, end := there[0].Pos(), there[len(there)-1].End()
		if len(there) == 1 {
			at, end = unparen(there[0]).Pos(), unparen(there[0]).End()
		}
		same := !seen[[2]token.Pos{at, end}]
		for i := 0; same && i < len(there); i++ {
			same = names.match(f.nodes[i], there[i])
		}
		if !same {
			continue
		}
		seen[[2]token.Pos{at, end}] = true
		all, differ := names.cost()
		renamed := differ + changed(in, site.in)
		if differ == 0 || 2*renamed < all+1+strings.Count(in, ".") {
			found = append(found, place{s.fset.Position(at), s.fset.Position(end), site.in, names, renamed})
		}
	}
	return found
}

// plant returns where a mutant changes the sources, and the file with the change.
func (s *sources) plant(m mutant) (place, []byte, error) {
	old, new, err := fragments(m.old, m.new)
	if err != nil {
		return place{}, nil, err
	}
	p, err := s.find(old, m.in)
	if err != nil {
		return place{}, nil, err
	}
	text := s.text[p.at.Filename]
	etc := ""
	if n := len(p.names.etc); n > 0 {
		etc = string(text[s.offset(p.names.etc[0].Pos()):s.offset(p.names.etc[n-1].End())])
	}
	becomes := p.names.apply(new, etc)
	if binding(new) < binding(old) {
		becomes = "(" + becomes + ")"
	}
	return p, bytes.Join([][]byte{text[:p.at.Offset], []byte(becomes), text[p.end.Offset:]}, nil), nil
}

func (s *sources) offset(p token.Pos) int { return s.fset.Position(p).Offset }

// binding returns how strongly the operator of an expression binds.
func binding(f fragment) int {
	if f.chain != token.ILLEGAL {
		return f.chain.Precedence()
	}
	if len(f.nodes) == 1 {
		switch x := f.nodes[0].(type) {
		case *ast.BinaryExpr:
			return x.Op.Precedence()
		case *ast.UnaryExpr, *ast.StarExpr:
			return token.UnaryPrec
		}
	}
	return token.HighestPrec
}
