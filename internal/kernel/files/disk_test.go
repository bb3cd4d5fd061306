//go:build linux && (amd64 || arm64)

package files

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMaps: the description of memory is the same whatever numbers the kernel gave to the files, also if they have more digits.
func TestMaps(t *testing.T) {
	text := func(program, memory int) string {
		const anonymous = "7ffff7dd1000-7ffff7dd3000 rw-p 00000000 00:00 0 \n"
		return fmt.Sprintf("%-73s%s\n", fmt.Sprintf("00400000-00401000 r--p 00000000 fe:00 %d ", program), "/tmp/a program") + anonymous +
			fmt.Sprintf("%-73s%s\n", fmt.Sprintf("7ffff7ffb000-7ffff7ffd000 rw-s 00000000 00:01 %d ", memory), "/memfd:clock (deleted)")
	}
	first := string(New().maps(text(1, 2)))
	if want := text(1, 2); first == want {
		t.Error("the device is as it was")
	}
	if d := cmp.Diff(first, string(New().maps(text(8417, 1025)))); d != "" {
		t.Error(d)
	}
}
