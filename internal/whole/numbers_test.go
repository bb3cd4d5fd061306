package whole_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/whole"
)

// Contents that consist of different parts are different, and have different numbers.
func TestNumbers(t *testing.T) {
	contents := [][]byte{
		nil,
		whole.Append[int](nil, 0),
		whole.Append(nil, 1, 2),
		whole.Append(nil, 12),
		whole.Append(nil, 1, -2),
		whole.Append(nil, uint64(1)<<63),
		whole.AppendText(nil, "a"),
		whole.AppendText(whole.AppendText(nil, "a"), "b"),
		whole.AppendText(whole.AppendText(nil, ""), "ab"),
		whole.AppendText(nil, "ab"),
	}
	var n whole.Numbers
	for range 2 {
		for i, content := range contents {
			if got := n.Of(content); int(got) != i+1 {
				t.Errorf("the number of %v is %d, want %d", content, got, i+1)
			}
		}
	}
	size := n.Bytes()
	n.Of(contents[0])
	if n.Of([]byte("another")); n.Bytes() < size+int64(len("another")) {
		t.Errorf("it takes %d bytes, and %d with another", size, n.Bytes())
	}
}
