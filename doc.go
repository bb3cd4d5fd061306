// Package checkmodel is the root of a stateless model checker for distributed protocols. It holds
// no code: a protocol is written with package proc and checked with package checker, by the command
// cmd/checkmodel, or inside go test with package checktest.
package checkmodel
