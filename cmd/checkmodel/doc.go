// Checkmodel explores the interleavings of the models in Go packages and reports the results.
//
// Usage:
//
//	checkmodel [flags] packages
//	checkmodel test [flags] packages
//	checkmodel vet [go vet flags] packages
//	checkmodel new directory
//
// Packages are named as for every go command, in any module that requires this one. A package has
// models if it has an exported function
//
//	func Models() []checker.Model
//
// Checkmodel finds these packages and builds a program around their models with the go command,
// without writing anything into the source tree. It then executes that program, whose behaviour is
// defined by package cli. Run checkmodel -h for the flags and the exit statuses.
package main
