package guard

import (
	"fmt"
	"slices"
	"strings"
)

// Wordless returns an error about a method String of the model that has been called to
// describe a value and has not returned: in a goroutine whose traceback is one that belongs
// says true of. It returns nil if there is none.
func Wordless(belongs func(traceback string) bool) *ModelError {
	for _, goroutine := range goroutineTracebacks() {
		if !belongs(goroutine) {
			continue
		}
		doing, frames := parseTraceback(goroutine)
		called := slices.IndexFunc(frames, func(f frame) bool { return f.function == house+"internal/world/values.describe" })
		if called < 0 {
			continue
		}
		return &ModelError{Source: Innermost(callsIn(frames[:called])), Stack: callsIn(frames[:called]), Problem: fmt.Sprintf(
			"%s does not return, or only after a long time (its goroutine: %s). It is called to describe a value, "+
				"and must neither loop for ever nor wait for anything", method(frames[:called]), doing)}
	}
	return nil
}

// Unanswered returns the error that something which the checker calls outside of all processes
// does not return. Its goroutine is the one whose traceback contains the text. What is the
// beginning of a sentence that names it, remedy another sentence.
func Unanswered(what, text, remedy string) *ModelError {
	doing, frames := traceback(text)
	calls := between(callsIn(frames))
	return &ModelError{Source: Innermost(calls), Stack: calls, Problem: fmt.Sprintf("%s does not return (its goroutine: %s). %s", what, doing, remedy)}
}

// method names the method String among the calls, as String of main.Msg.
func method(frames []frame) string {
	for _, f := range slices.Backward(frames) {
		if owner, ok := strings.CutSuffix(f.function, ".String"); ok && ofModel(f.function) {
			return "the method String of " + owner[strings.LastIndexByte(owner, '/')+1:]
		}
	}
	return "a method String"
}

// Outside returns the error that code of the model did not return which the checker calls
// outside of all processes. It must be called by the function that is deferred, so that
// the calls of the model are still there.
func Outside(problem string) *ModelError {
	calls := between(Stack(16))
	return &ModelError{Source: Innermost(calls), Problem: problem, Stack: calls}
}
