// Package modelcode has what all analyzers of models share: which code of a package belongs to
// processes, what that code writes to, and how a finding is reported or, by a comment, allowed.
//
// # Code of a model
//
// The code of a model is the code that processes execute. Its functions are those with a parameter
// or receiver that is a *proc.P or a struct that holds one; those passed to an operation of package
// proc, such as conditions; and those of the package that any of these refers to, directly or
// through a variable of the package. Test files are included; package proc itself is not. Functions
// of other packages are known by what they use ([Uses]).
//
// # Allowing a finding
//
// A comment with a reason allows a finding:
//
//	//checkmodel:allow maporder the loop only counts
//
// It applies to its own line and the next one; in the doc comment of a function, to the function;
// before the package clause, to the file. A comment without a reason, and one that allows nothing,
// are findings themselves.
package modelcode
