// Package modelcode is what all analyzers of models have in common: which code of
// a package belongs to processes, what that code writes to, and how a finding is
// reported or, by a comment, allowed.
//
// # Code of a model
//
// The code of a model is what processes execute. Its functions are those with a
// parameter or receiver that is a *proc.P or a struct that holds one, those given
// to an operation of package proc, as conditions are, and those of the package
// that any of these refers to, or that are in a variable of the package which any of
// these refers to. Test files count; package proc itself does not. Functions of other
// packages are known by what they use ([Uses]).
//
// # Allowing a finding
//
// A finding that is as it should be is allowed by a comment that says why:
//
//	//checkmodel:allow maporder the loop only counts
//
// It holds for its own line and the next one; in the comment of a function for all
// of that function; in front of the package clause for the file. A comment without
// a reason, and one that allows nothing, are findings themselves.
package modelcode
