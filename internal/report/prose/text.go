package prose

import (
	"path/filepath"
	"strings"
)

// Value returns a value of the model in at most width characters, if possible.
func (t Text) Value(s string, width int) string {
	if t.Full {
		return s
	}
	return Shorten(s, width)
}

// Source returns a position in a source file.
func (t Text) Source(s string) string { return Clean(relative(t.Dir, s)) }

// Seen returns the text of an error with places in the model as they are seen from the directory.
func Seen(dir string, err error) string { return SeenIn(dir, err.Error()) }

func SeenIn(dir, text string) string {
	if dir = strings.TrimSuffix(filepath.ToSlash(dir), "/"); dir == "" {
		return text
	}
	return strings.ReplaceAll(text, dir+"/", "")
}

// Text writes reports for people. The zero value is ready to use.
type Text struct {
	// Dir is the working directory: source files in it are shown relative to it. If it is empty,
	// paths are not changed.
	Dir string
	// Full shows all values in full length, and every violation with its trace. Otherwise, long
	// values are shortened in traces, and one violation of each model has a trace; see Violations.
	Full bool
	// Width is the width of the terminal. 0 means 120 columns, independent of the reader. From 80
	// columns on, no line of a trace is wider, unless Full is set.
	Width int
	// Columns is the width of the terminal on which the text is read: longer lines are broken between
	// words, except in traces and in text to be copied. Words are never broken. 0 breaks no lines.
	Columns int
	// Original says that the original of a minimized violation is shown as well; a format that shows a
	// single violation shows the original instead.
	Original bool
	// Color allows escape sequences for emphasis.
	Color bool
	// Elsewhere says that the errors of searches are shown in full at another place, so that only
	// the first sentence of each is written.
	Elsewhere bool
	// Show is the number of violations that are described with their traces, also declared ones: one violation of each model
	// first. The first violation of each model that the model does not declare is described anyway.
	Show int
}
