// Package console writes reports as text for a terminal: a table of models, sections about each, and violations with their
// traces.
package console
