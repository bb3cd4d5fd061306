package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAgreement(t *testing.T) {
	const why = "a calls x"
	tests := []struct {
		judgement judgement
		model     findings
		want      []string
	}{
		{judgement{verdict: linearizable}, findings{}, nil},
		{judgement{verdict: linearizable}, findings{any: true}, nil},
		{judgement{verdict: linearizable}, findings{any: true, visible: true},
			[]string{"interleaving 7: linearizable, and the model finds a visible property violated"}},
		{judgement{notLinearizable, why}, findings{},
			[]string{"interleaving 7: not linearizable, and the model finds nothing wrong: a calls x"}},
		{judgement{notLinearizable, why}, findings{any: true}, nil},
		{judgement{notLinearizable, why}, findings{any: true, visible: true}, nil},
		{judgement{unknown, why}, findings{},
			[]string{"interleaving 7: it is unknown whether this is linearizable: a calls x"}},
		{judgement{unknown, why}, findings{any: true, visible: true},
			[]string{"interleaving 7: it is unknown whether this is linearizable: a calls x"}},
		{judgement{notLinearizable, "a\x1b[2J\n calls \u202ex"}, findings{},
			[]string{`interleaving 7: not linearizable, and the model finds nothing wrong: a\x1b[2J\n calls \u202ex`}},
	}
	for _, test := range tests {
		var r Result
		r.add(7, test.judgement, test.model)
		if diff := cmp.Diff(test.want, r.Differences); diff != "" {
			t.Errorf("%+v and %+v: (-want +got)\n%s", test.judgement, test.model, diff)
		}
	}
}
