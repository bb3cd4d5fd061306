// Package report writes the results of the checker as text for people and as JSON for programs. It
// writes to the io.Writer that it is given; it opens no file and reads no clock, so its output
// depends on its arguments only.
//
// All text that comes from a model (names, values, explanations) is written with control characters
// escaped, so that no model can take over a terminal.
package report
