package corfu

import "testing"

// A split server: reads in the logical tail see a value when the write has come
// to the logical tail, or the split is over.
func TestStore(t *testing.T) {
	var s store
	if got := s.write(logicalHead, "red"); got != accepted {
		t.Errorf("the first write to the logical head: %v", got)
	}
	if got := s.write(logicalHead, "blue"); got != alreadyWritten {
		t.Errorf("the second write to the logical head: %v", got)
	}
	if got := s.read(logicalHead); got != "red" {
		t.Errorf("the logical head has %q, want red", got)
	}
	if got := s.read(logicalTail); got != unwritten {
		t.Errorf("the logical tail has %q before the write came to it", got)
	}

	merged := s
	merged.merge()
	s.write(logicalTail, "red")
	if want := (store{disk: "red"}); s != want || merged != want {
		t.Errorf("written to the logical tail: %+v, merged: %+v, want %+v", s, merged, want)
	}
}

func TestLogServerEpochs(t *testing.T) {
	steps := []struct {
		op   logOperation
		want result
	}{
		{write{1, head, "red"}, result{status: accepted}},
		{write{1, head, "blue"}, result{status: alreadyWritten}},
		{read{1, head}, result{found, "red"}},
		{read{2, head}, result{status: outOfService}}, // and stops its service
		{read{1, head}, result{status: outOfService}},
		{adopt{layout{epoch: 1}}, result{status: outOfService}},
		{adopt{layout{epoch: 2}}, result{status: accepted}},
		{read{1, head}, result{status: staleEpoch}},
		{adopt{layout{epoch: 1}}, result{status: staleEpoch}},
		{read{2, head}, result{found, "red"}},
		{overwrite{2, "blue"}, result{status: accepted}},
		{read{2, head}, result{found, "blue"}},
	}
	s := logServer{epoch: 1}
	for i, step := range steps {
		if got := s.perform(step.op); got != step.want {
			t.Errorf("step %d, %+v: got %v, want %v", i+1, step.op, got, step.want)
		}
	}
}
