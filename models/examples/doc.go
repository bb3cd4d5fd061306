// Package examples has a directory for each protocol of docs/cookbook.md. Each has a model that is
// verified, and models that are wrong in one way and declare the violation.
package examples
