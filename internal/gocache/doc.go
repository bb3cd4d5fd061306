// Package gocache acts as the go command in tests of the command checkmodel, and caches what it builds: the program around the
// models takes most of the time of a short run, and is the same in each.
//
// A test puts a program that calls [Main] into PATH under the name go. The command checkmodel cannot notice the difference, except
// by the time it takes.
package gocache
