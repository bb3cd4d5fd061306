// Package kind lists the kinds of operations that actors ask for, the traits by which a strategy tells
// them apart, and the flags that modify an operation.
//
// A strategy asks for traits instead of listing kinds, so it need not change when a kind is added:
//
//	if op.Kind.Is(kind.Sends | kind.Receives) { … }
//
// The effects of operations are in package internal/effects, their dependence in package
// trace/causality.
package kind
