package trace_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// The text of a kept event ends with the likeness of its message, which tells how another message is the same.
func ExampleEntry_FileLine() {
	e := trace.Entry{Operation: `send "hi" to bob`, Likeness: trace.Likeness{Message: 0x2a, Type: 7}}
	fmt.Println(e.FileLine())
	event, like := trace.ParseFileLine(e.FileLine())
	fmt.Println(event)
	fmt.Println(like.Like(trace.Likeness{Message: 0x2b, Type: 7}))
	// Output:
	// send "hi" to bob  ## 0000002a 00000007
	// send "hi" to bob
	// type
}

// What was kept is read again, also if an event looks like one with a likeness.
func TestKept(t *testing.T) {
	const likeness = "  ## 00000001 0000000a"
	for _, operation := range []string{"", "end", "send x to y", "expose" + likeness, "expose" + likeness + likeness, "expose  ## none", "  ## ", "a  ## 00000001", "a  ## 0000000A 00000001"} {
		for _, like := range []trace.Likeness{{}, {1, 10}, {0xffffffff, 1}} {
			e := trace.Entry{Operation: operation, Likeness: like}
			if event, got := trace.ParseFileLine(e.FileLine()); event != e.Event() || got != like {
				t.Errorf("%q is read as %q with %v, want %q with %v", e.FileLine(), event, got, e.Event(), like)
			}
		}
	}
	if event, like := trace.ParseFileLine("send x to y"); event != "send x to y" || like != (trace.Likeness{}) {
		t.Errorf("an event alone is read as %q with %v", event, like)
	}
}

func TestLike(t *testing.T) {
	a := trace.Likeness{Message: 1, Type: 2}
	for other, want := range map[trace.Likeness]string{a: trace.ByFingerprint, {Message: 3, Type: 2}: trace.ByType, {Message: 3, Type: 4}: "", {}: ""} {
		if got := a.Like(other); got != want || other.Like(a) != want {
			t.Errorf("%v is like %v by %q, want %q", a, other, got, want)
		}
	}
	if got := (trace.Likeness{}).Like(trace.Likeness{}); got != "" {
		t.Errorf("events without messages are alike by %q", got)
	}
}
