package house

import (
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	loader "golang.org/x/tools/go/packages"
)

// TestGenericTypesOfModels: each package that refers to checker.Model compiles the methods of all generic types that this type refers
// to, also by unexported fields and methods, so an edit of a model takes longer. sync.Map alone has forty of them.
func TestGenericTypesOfModels(t *testing.T) {
	of, err := loader.Load(&loader.Config{Mode: loader.NeedName | loader.NeedImports | loader.NeedTypes | loader.NeedExportFile}, "./checker")
	if err != nil || len(of) != 1 || len(of[0].Errors) > 0 {
		t.Fatal(of, err)
	}
	seen := map[types.Type]bool{}
	model := of[0].Types.Scope().Lookup("Model").Type()
	visit(model, seen)
	if len(seen) < 200 {
		t.Errorf("%v refers to %d types", model, len(seen))
	}
	for of := range seen {
		if n, ok := of.(*types.Named); ok && n.TypeArgs().Len() > 0 && n.NumMethods() > 0 && n.Obj().Pkg().Path() != "sync/atomic" {
			t.Errorf("%v refers to %v, which has methods; replace the methods by functions, or refer to an interface", model, n)
		}
	}
}

// TestNoNetworkInModels: the program around models does without package net, with which linking takes a tenth longer.
func TestNoNetworkInModels(t *testing.T) {
	linked := strings.Fields(output(t, "go", "list", "-deps", "./cli"))
	for _, path := range []string{"net", "runtime/cgo"} {
		if slices.Contains(linked, path) && filepath.Separator == '/' {
			t.Errorf("package cli needs package %s", path)
		}
	}
	if !slices.Contains(linked, module+"/checker") {
		t.Errorf("package cli needs only %v", linked)
	}
}

// visit adds a type, and the types to which it refers, to those that were seen.
func visit(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		visit(t.Underlying(), seen)
		for m := range t.Methods() {
			visit(m.Type(), seen)
		}
	case *types.Struct:
		for f := range t.Fields() {
			visit(f.Type(), seen)
		}
	case *types.Interface:
		for m := range t.Methods() {
			visit(m.Type(), seen)
		}
	case *types.Signature:
		for v := range t.Params().Variables() {
			visit(v.Type(), seen)
		}
		for v := range t.Results().Variables() {
			visit(v.Type(), seen)
		}
	case *types.Map:
		visit(t.Key(), seen)
		visit(t.Elem(), seen)
	case interface{ Elem() types.Type }: // a pointer, a slice, an array or a channel
		visit(t.Elem(), seen)
	}
}
