package story

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// enveloped matches a request of [proc.Call], without the field From, and the reply to it.
var enveloped = regexp.MustCompile(`^(?:Request|Reply)\{Ref: .+? ref \d+, Body: (.*)\}$`)

// Briefly returns the operation of an event with its message shortened.
func Briefly(entries []trace.Entry, s *checker.Side) string {
	message := ""
	from := Sender(&trace.Entry{Process: s.Process})
	if n := s.Number; 0 < n && n <= len(entries) {
		e := &entries[n-1]
		message = e.Message
		if e.Sent > 0 {
			from = entries[e.Sent-1].Process
		}
	} else {
		message = s.Message
	}
	return strings.Replace(s.Operation, message, Brief(message, from), 1)
}

// Brief returns a message without the parts that the step shows anyway: the fields that only repeat
// its sender, and the envelopes of requests and replies.
func Brief(message, sender string) string {
	if ambiguous(sender) || len(sender) > maxRepeated || !utf8.ValidString(sender) {
		return enveloped.ReplaceAllString(message, "$1")
	}
	field := `\w+: ` + regexp.QuoteMeta(sender)
	message = regexp.MustCompile(`([{\[])(`+field+`, )+`).ReplaceAllString(message, "$1")
	message = regexp.MustCompile(`(, `+field+`)+([,}])`).ReplaceAllString(message, "$2")
	message = regexp.MustCompile(`{`+field+`}`).ReplaceAllString(message, "{}")
	return enveloped.ReplaceAllString(message, "$1")
}

// maxRepeated is the maximal length of the name of a process that is left out of messages.
const maxRepeated = 500

// ambiguous reports whether a field that shows the name of the process may hold another value: the
// name of a process may be a number.
func ambiguous(process string) bool {
	_, err := strconv.ParseFloat(process, 64)
	return err == nil || slices.Contains([]string{"true", "false", "nil"}, process)
}
