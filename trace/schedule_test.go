package trace_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/trace"
)

func TestScheduleText(t *testing.T) {
	actors := trace.NewActors("main")
	client := actors.Child(actors.ByID(0), "client", 2)
	timer := actors.Timer(client, 1, 1)
	s := trace.Schedule{{Actor: 0}, {Actor: 0}, {Actor: client.ID}, {Actor: client.ID, Alternative: 2}, {Actor: timer.ID}, {Actor: 0}}
	named := s.Named(actors.ByID)
	if short, want := named.Short([]string{"main", "client#2"}).String(), `v1 0*2 1 1=2 "client#2's timer" 0`; short != want {
		t.Errorf("the short text is %s, want %s", short, want)
	}
	text := named.String()
	if want := `v1 main*2 client#2 client#2=2 "client#2's timer" main`; text != want {
		t.Errorf("the text is %s, want %s", text, want)
	}
}

func TestParseSchedule(t *testing.T) {
	text := "# a comment\n v1 main*2 \t a/b#2=3*2 # another\n\n\"x * \\\"y\"*1 main=0 \"1a\" 12*2"
	got, err := trace.ParseSchedule(text)
	if err != nil {
		t.Fatal(err)
	}
	want := trace.NamedSchedule{{"main", 0}, {"main", 0}, {"a/b#2", 3}, {"a/b#2", 3}, {`x * "y`, 0}, {"main", 0}, {"1a", 0}, {"#12", 0}, {"#12", 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the schedule (-want +got):\n%s", diff)
	}
}

func TestParseScheduleErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                   `a schedule begins with its version, v1; this one begins with ""`,
		"v2 main":            `a schedule begins with its version, v1; this one begins with "v2"`,
		"v1 main*0":          `step 1 of the schedule, at "main*0": after * there must be a number of 1 or more`,
		"v1 main a=x":        `step 2 of the schedule, at "a=x": after = there must be the number of an alternative, 0 or more`,
		"v1 main\n\"a\nmain": `step 2 of the schedule, at "\"a": the quoted name does not end`,
		"v1 main?":           `step 1 of the schedule, at "main?": expected a name with =ALTERNATIVE or *NUMBER after it, found "?" after the name`,
		"v1 *2":              `step 1 of the schedule, at "*2": expected the name of an actor, quoted if it has characters other than letters, digits and -_./#`,
		"v1 1a":              `step 1 of the schedule, at "1a": 1a is not a number; a name that begins with a digit must be quoted`,
		`v1 "#1"`:            `step 1 of the schedule, at "\"#1\"": no name begins with #`,
		"v1 main*2000000":    `the schedule has more than 1000000 steps`,

		"v1 main left*9223372036854775807": `the schedule has more than 1000000 steps`, // the sum is no int
	} {
		if _, err := trace.ParseSchedule(text); err == nil || err.Error() != want {
			t.Errorf("%q: the error is\n%v, want\n%s", text, err, want)
		}
	}
}

// TestScheduleRoundTrip: schedules with any names can be read again, as text and in JSON.
func TestScheduleRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.Custom(func(t *rapid.T) trace.NamedStep {
			actor := rapid.OneOf(rapid.StringMatching(`[^#].*|`), rapid.StringMatching(`#[0-9]{1,9}`))
			return trace.NamedStep{Actor: actor.Draw(t, "actor"), Alternative: rapid.Int32Range(0, 3).Draw(t, "alternative")}
		})
		s := trace.NamedSchedule(rapid.SliceOfN(step, 0, 9).Draw(t, "schedule"))
		got, err := trace.ParseSchedule(s.String())
		if err != nil || !cmp.Equal(s, got) {
			t.Fatalf("%s is read as %v, %v", s, got, err)
		}
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back trace.NamedSchedule
		if err := json.Unmarshal(b, &back); err != nil || !cmp.Equal(s, back) {
			t.Fatalf("%s is read as %v, %v", b, back, err)
		}
	})
}
