package problems_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/internal/problems"
)

// TestJoin: problems are one flat list, nil is none, and each of them can be asked for.
func TestJoin(t *testing.T) {
	if err := problems.Join(nil, problems.Join(), problems.Join(nil)); err != nil {
		t.Errorf("of nothing it makes the error %v", err)
	}
	if each := problems.Each(nil); len(each) > 0 {
		t.Errorf("nil has the problems %v", each)
	}
	path := &fs.PathError{Op: "open", Path: "there", Err: fs.ErrNotExist}
	all := problems.Join(io.EOF, nil, problems.Join(fmt.Errorf("second: %w", path), errors.New("third")))
	want := "EOF\nsecond: open there: file does not exist\nthird"
	if diff := cmp.Diff(want, all.Error()); diff != "" {
		t.Errorf("its text (-want +got)\n%s", diff)
	}
	var texts []string
	for _, err := range problems.Each(all) {
		texts = append(texts, err.Error())
	}
	if diff := cmp.Diff([]string{"EOF", "second: open there: file does not exist", "third"}, texts); diff != "" {
		t.Errorf("its problems (-want +got)\n%s", diff)
	}
	if found := (*fs.PathError)(nil); !errors.Is(all, io.EOF) || !errors.Is(all, fs.ErrNotExist) || !errors.As(all, &found) || found != path {
		t.Error("errors.Is or errors.As does not find a problem")
	}
	if each := problems.Each(io.EOF); len(each) != 1 || each[0] != io.EOF {
		t.Errorf("an error that was not joined has the problems %v", each)
	}
}
