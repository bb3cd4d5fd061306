package story

import (
	"cmp"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// brief returns the message of an entry without what the reader knows from its sender.
func brief(e *trace.Entry) string { return cmp.Or(e.Brief, e.Message) }

// Shortened returns a text in which a message has its brief form, if there is one.
func Shortened(text, message, brief string) string {
	if brief == "" {
		return text
	}
	return strings.Replace(text, message, brief, 1)
}

// Briefly returns the operation of a side with its message in brief.
func Briefly(entries []trace.Entry, s *checker.Side) string {
	if n := s.Number; 0 < n && n <= len(entries) {
		return Shortened(s.Operation, entries[n-1].Message, entries[n-1].Brief)
	}
	return Shortened(s.Operation, s.Message, s.Brief)
}
