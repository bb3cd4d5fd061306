// Package report writes the results of the checker in several formats. It writes to the io.Writer that it is given; it opens
// no file and reads no clock, so its output depends on its arguments only.
//
// A result is first made a document (package document), and each format has a package. Formats for people tell a trace as
// steps (package story) and add advice (package advice).
package report
