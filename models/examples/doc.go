// Package examples has a directory for each protocol of docs/cookbook.md. Each has a
// model that is verified, and models in which one thing is wrong, with the violation
// that they declare.
package examples
