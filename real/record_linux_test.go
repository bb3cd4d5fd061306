//go:build amd64 || arm64

package real

import "testing"

// TestHeldUp: a packet to a node that stands still lets others come to their deadlines, as the end of the pause is one.
func TestHeldUp(t *testing.T) {
	to := way{back: true}
	paused := &record{started: true, paused: true, next: resume, deadline: 50}
	sender := &record{started: true, next: timer, deadline: 300, sent: &packets{way: to, at: 1}}
	if at := earliest([]*record{paused, sender}); at != 50 {
		t.Errorf("the earliest is at %d, want the end of the pause at 50", at)
	}
	resumed := &record{started: true, deadline: never}
	if at := earliest([]*record{resumed, sender}); at != 1 {
		t.Errorf("after it, the earliest is at %d, want the packet at 1", at)
	}
}
