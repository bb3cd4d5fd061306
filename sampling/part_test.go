package sampling

import "testing"

// TestValid: what cannot be the record of a range is refused.
func TestValid(t *testing.T) {
	record := func() *Snapshot {
		return &Snapshot{Sample: Sample{Runs: 3, Arms: []Arm{{Runs: 2}, {Runs: 1}}}, Classes: []Class{{Hash: 1, Runs: 2}, {Hash: 2, Runs: 1, Arm: 1}}}
	}
	if !record().Valid() {
		t.Error("a record is refused")
	}
	if (*Snapshot)(nil).Valid() {
		t.Error("no record is valid")
	}
	for what, change := range map[string]func(*Snapshot){
		"a class of an arm that does not exist": func(r *Snapshot) { r.Classes[1].Arm = 2 },
		"a class of a negative arm":             func(r *Snapshot) { r.Classes[1].Arm = -1 },
		"a class without runs":                  func(r *Snapshot) { r.Classes[0].Runs, r.Classes[1].Runs = 0, 3 },
		"too few runs in classes":               func(r *Snapshot) { r.Classes[0].Runs = 1 },
		"too many runs of arms":                 func(r *Snapshot) { r.Sample.Arms[0].Runs = 3 },
	} {
		r := record()
		if change(r); r.Valid() {
			t.Errorf("%s is valid", what)
		}
	}
}
