//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// scheduleAttack replays damaged schedules.
var scheduleAttack = attack{
	name: "schedules", about: "replays damaged schedules and kept files",
	short: 60, long: 3000, prepare: prepareSchedules,
}

// replayed matches the schedule in a report.
var replayed = regexp.MustCompile(`-replay '([^']+)'`)

func prepareSchedules(l *lab) (cases, error) {
	if err := prepareSearched(l); err != nil {
		return cases{}, err
	}
	o, _, err := l.first("shown", []int{0, 1}, "-show", "1", "-model", "^race$", searched)
	if err != nil {
		return cases{}, err
	}
	_, dir, err := l.first("kept", []int{0, 1}, "-keep", "kept", "-model", "^race$", searched)
	if err != nil {
		return cases{}, err
	}
	m := replayed.FindStringSubmatch(o.stdout)
	files, err := filepath.Glob(filepath.Join(dir, "kept", "*", "*.trace"))
	if err != nil || m == nil || len(files) == 0 {
		return cases{}, fmt.Errorf("no schedule was reported and kept: %v\n%s", err, o.stdout)
	}
	kept, err := os.ReadFile(files[0])
	if err != nil {
		return cases{}, err
	}
	return cases{run: func(t *trial) { replayDamaged(t, m[1], string(kept)) }}, nil
}

// replayDamaged replays a damaged schedule, or the right one.
func replayDamaged(t *trial, schedule, kept string) {
	text := pick(t, schedule, kept)
	sound := t.rng.IntN(20) == 0
	if !sound {
		text = deranged(t, text)
	}
	t.title = fmt.Sprintf("the schedule %.200q", text)
	what := text
	if strings.Contains(text, "\x00") || strings.HasPrefix(text, "v1\n") || t.rng.IntN(2) == 0 {
		t.write("schedule", []byte(text))
		what = "schedule"
	}
	args := []string{"-model", "^race$", "-replay", what, "-timeout", "20s", searched}
	if t.rng.IntN(4) == 0 {
		args = append(args, "-html", "page.html", "-svg", "page.svg", "-dot", "page.dot", "-shiviz", "page.log", "-keep", "kept")
	}
	o := t.run(execution{args: args})
	if sound && (o.status != 0 || !strings.Contains(o.stdout, "order is violated")) {
		t.fail("the right schedule does not lead to the violation any more:\n%s", excerpt(o.output()))
	}
}

var (
	aNumber  = regexp.MustCompile(`\d+`)
	anyWord  = regexp.MustCompile(`\S+`)
	oddWords = []string{
		"1*9223372036854775807", "1*9223372036854775808", "0*4611686018427387904", "0*2147483648", "main*1000000", "main*4294967297", "1*0", "1*-1", "-1", "0", "7", "99999999999999999999",
		"main=-1", "main=2147483648", "main=9223372036854775807", "right=2", "right=3*2", "*", "*2", "=", "=1", "v1", "v2", "v99999999999999999999", "#", "# x", "\x00", "\xff", "\x1b[31m", "main\\", `"main"`, `"`, "left*2*2", "1*",
		"# delivery: bag", "\n# delivery: mail\n", "ü", "\u202e", "main#2", "timer", "1 2 3 4 5 6 7 8 9",
	}
)

// deranged returns a schedule with some mistakes.
func deranged(t *trial, text string) string {
	for range 1 + t.rng.IntN(3) {
		switch choice := t.rng.IntN(6); choice {
		case 0:
			b, _ := damaged(t, []byte(text+" "))
			text = string(b)
		case 1, 2:
			text = replaceOne(t, aNumber, text, pick(t, "0", "1", "2", "3", "-1", "4294967296", "9223372036854775807", "99999999999999999999"))
		case 3, 4:
			text = replaceOne(t, anyWord, text, pick(t, oddWords...))
		default:
			text += pick(t, " ", "\n") + pick(t, oddWords...)
		}
	}
	return text
}

// replaceOne replaces one of the matches.
func replaceOne(t *trial, expression *regexp.Regexp, text, by string) string {
	all := expression.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	at := all[t.rng.IntN(len(all))]
	return text[:at[0]] + by + text[at[1]:]
}
