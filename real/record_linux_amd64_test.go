package real

import "testing"

// TestHeldUp: a packet to a node that is cut off lets others come to their deadlines, as the end of the cut is one.
func TestHeldUp(t *testing.T) {
	to := way{back: true}
	cut := &record{started: true, cut: true, next: heal, deadline: 50}
	sender := &record{started: true, next: timer, deadline: 300, sent: &packets{way: to, at: 1}}
	if at := earliest([]*record{cut, sender}); at != 50 {
		t.Errorf("the earliest is at %d, want the end of the cut at 50", at)
	}
	healed := &record{started: true, deadline: never}
	if at := earliest([]*record{healed, sender}); at != 1 {
		t.Errorf("after it, the earliest is at %d, want the packet at 1", at)
	}
}
