// Package house tests the repository as a whole: its documents, its imports, its names, and the
// README.
package house
