package house

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	loader "golang.org/x/tools/go/packages"
)

// internals counts, for public packages, the exported names that show a type of an internal package. The numbers only fall.
var internals = map[string]int{
	"proc": 1, // Body, by which package checker starts a model
}

// TestPublicTypes: exported names of public packages show no type that a user cannot name.
func TestPublicTypes(t *testing.T) {
	t.Parallel()
	loaded, err := loader.Load(&loader.Config{Mode: loader.NeedName | loader.NeedTypes}, module+"/...")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{} // internal types with a public alias
	for _, pkg := range loaded {
		for _, n := range pkg.Types.Scope().Names() {
			if o := pkg.Types.Scope().Lookup(n); o.Exported() && !isInternal(pkg.PkgPath) && aliased(o) {
				named[types.Unalias(o.Type()).String()] = true
			}
		}
	}
	for _, pkg := range loaded {
		name := strings.TrimPrefix(pkg.PkgPath, module+"/")
		if pkg.Name == "main" || isInternal(name) {
			continue
		}
		var showing []string
		scope := pkg.Types.Scope()
		for _, n := range scope.Names() {
			o := scope.Lookup(n)
			shown := map[string]bool{}
			if o.Exported() {
				exposed(o, shown)
			}
			for of := range shown {
				if !named[of] {
					showing = append(showing, n+" shows "+of)
				}
			}
		}
		slices.Sort(showing)
		if len(showing) != internals[name] {
			t.Errorf("%s: %d exported names show internal types, internals has %d:\n%s", name, len(showing), internals[name], strings.Join(showing, "\n"))
		}
	}
}

func isInternal(name string) bool { return slices.Contains(strings.Split(name, "/"), "internal") }

func aliased(o types.Object) bool {
	name, is := o.(*types.TypeName)
	return is && name.IsAlias()
}

// exposed adds the internal types that the declaration of an exported object shows.
func exposed(o types.Object, shown map[string]bool) {
	if _, is := o.(*types.TypeName); is && !aliased(o) {
		named := o.Type().(*types.Named)
		for m := range named.Methods() {
			if m.Exported() {
				internalTypes(m.Type(), shown)
			}
		}
		internalTypes(named.Underlying(), shown)
		return
	}
	internalTypes(o.Type(), shown)
}

// internalTypes adds the types of internal packages that a type names, without unexported fields and methods.
func internalTypes(t types.Type, shown map[string]bool) {
	switch t := t.(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && strings.HasPrefix(p.Path(), module) && isInternal(p.Path()) {
			shown[t.String()] = true
		}
		for a := range t.TypeArgs().Types() {
			internalTypes(a, shown)
		}
	case *types.Alias:
		internalTypes(types.Unalias(t), shown)
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				internalTypes(f.Type(), shown)
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				internalTypes(m.Type(), shown)
			}
		}
	case *types.Signature:
		internalTypes(t.Params(), shown)
		internalTypes(t.Results(), shown)
	case *types.Tuple:
		for v := range t.Variables() {
			internalTypes(v.Type(), shown)
		}
	case *types.Map:
		internalTypes(t.Key(), shown)
		internalTypes(t.Elem(), shown)
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		internalTypes(t.Elem(), shown)
	}
}

// mostNames is the maximal number of exported names of package trace.
const mostNames = 110

// TestVocabulary: package trace stays small.
func TestVocabulary(t *testing.T) {
	loaded, err := loader.Load(&loader.Config{Mode: loader.NeedName | loader.NeedTypes}, module+"/trace")
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, n := range loaded[0].Types.Scope().Names() {
		if loaded[0].Types.Scope().Lookup(n).Exported() {
			names++
		}
	}
	if names > mostNames {
		t.Errorf("package trace has %d exported names, want %d at most", names, mostNames)
	}
}
