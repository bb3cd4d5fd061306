// Package guard finds code of a model that the checker cannot check: code that does
// not return, that starts goroutines, or that panics where it must not. It knows
// goroutines and their calls, not processes and their operations.
package guard
