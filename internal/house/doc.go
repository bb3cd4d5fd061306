// Package house has tests of the repository as a whole: its documents, its imports, its names, and
// what the README says.
package house
