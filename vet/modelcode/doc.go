// Package modelcode is the common part of all analyzers of models. It finds the code of a package
// that processes execute, and the places where that code writes. It reports findings, unless a
// comment allows them.
//
// # Code of a model
//
// The code of a model is the code that processes execute. It consists of the functions with a
// parameter or receiver that is a *proc.P or a struct that holds one; the functions that are passed
// to an operation of package proc, such as conditions; and all functions of the package to which
// any of these refers, directly or through a variable of the package. Test files are included;
// package proc itself is not. Of functions in other packages, only the facts about what they use
// are known ([Uses]).
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
