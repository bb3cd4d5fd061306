// Package report puts what the checker has established into words for people
// and into JSON for programs. It writes to the io.Writer that it is given, and
// opens no file and reads no clock: what it writes depends on its arguments
// only.
//
// Everything that comes from a model (names, values, explanations) is written
// with its control characters escaped, so no model can take over a terminal.
package report
