package link

import "testing"

// TestQueue: a unit that is taken back is not executed, and the others keep their order.
func TestQueue(t *testing.T) {
	lines := make(chan []byte, 10)
	for _, line := range []string{`{"unit":{"id":"a"}}`, `{"unit":{"id":"b"}}`, `{"unit":{"id":"c"}}`, `{"withdraw":["a","unknown"]}`} {
		lines <- []byte(line)
	}
	close(lines)
	var q queue
	for len(lines) > 0 {
		q.take(<-lines)
	}
	for _, want := range []string{`{"unit":{"id":"b"}}`, `{"unit":{"id":"c"}}`} {
		if got := string(q.first()); got != want {
			t.Errorf("the unit is %s, want %s", got, want)
		}
	}
	if q.receive(lines) {
		t.Error("there is another unit")
	}
}
