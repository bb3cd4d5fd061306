package judge

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestOptionalMethods: all interfaces that the package looks up are in one file, for authors of
// strategies; checker.Strategy tells of those that are for users.
func TestOptionalMethods(t *testing.T) {
	declared := map[string]bool{}
	ast.Inspect(parsed(t, "strategy.go"), func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok {
			declared[s.Name.Name] = true
		}
		return true
	})
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	asked := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		ast.Inspect(parsed(t, name), func(n ast.Node) bool {
			a, ok := n.(*ast.TypeAssertExpr)
			if !ok || a.Type == nil {
				return true
			}
			if x, ok := a.X.(*ast.SelectorExpr); !ok || x.Sel.Name != "Strategy" {
				return true
			}
			if id, ok := a.Type.(*ast.Ident); ok && declared[id.Name] {
				asked[id.Name] = true
				return true
			}
			t.Errorf("%s asks whether a strategy is something that strategy.go does not tell of", name)
			return true
		})
	}
	for name := range declared {
		if !asked[name] {
			t.Errorf("no code asks whether a strategy is %s", name)
		}
	}
	if len(asked) == 0 {
		t.Error("strategies are asked for nothing")
	}
}

func parsed(t *testing.T, name string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
