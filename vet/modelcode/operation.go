package modelcode

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

const procPath = "github.com/checkmodel/checkmodel/proc"

// takesP reports whether a parameter or the receiver is a *proc.P or holds one.
func takesP(signature *types.Signature) bool {
	if r := signature.Recv(); r != nil && holdsP(r.Type()) {
		return true
	}
	for v := range signature.Params().Variables() {
		if holdsP(v.Type()) {
			return true
		}
	}
	return false
}

func holdsP(t types.Type) bool {
	if IsP(t) {
		return true
	}
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for field := range s.Fields() {
			if IsP(field.Type()) {
				return true
			}
		}
	}
	return false
}

// IsP reports whether a type is *proc.P.
func IsP(t types.Type) bool {
	name := typeName(t)
	_, pointer := types.Unalias(t).(*types.Pointer)
	return pointer && name != nil && name.Name() == "P" && InProc(name)
}

// InProc reports whether something belongs to package proc.
func InProc(o types.Object) bool { return o.Pkg() != nil && o.Pkg().Path() == procPath }

func called(info *types.Info, call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(info, call).(*types.Func)
	return f
}

func operation(f *types.Func) string {
	if f == nil || !InProc(f) {
		return ""
	}
	return withType(f)
}

// withType returns the name of a function. For a method, the name of its type comes first.
func withType(f *types.Func) string {
	if receiver := f.Signature().Recv(); receiver != nil {
		if t := typeName(receiver.Type()); t != nil {
			return t.Name() + "." + f.Name()
		}
	}
	return f.Name()
}
