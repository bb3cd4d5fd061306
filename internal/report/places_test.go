package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

type (
	vote  struct{ Term int }
	beat  struct{ Term int }
	empty struct{}
)

// places records lines by what they do.
type places map[string]int

// at records the line on which it is called.
func (l places) at(name string) string {
	_, _, l[name], _ = runtime.Caller(1)
	return name
}

// elected has a server that takes all its messages in one receive, of one type or of any.
func elected(l places, typed bool) checker.Model {
	return checker.Model{Name: "elected", Main: func(p *proc.P) {
		self := p.Self()
		server := p.Spawn("server", func(p *proc.P) {
			wanted := []proc.Pattern{proc.Type[vote](), proc.Type[beat](), proc.Type[empty]()}
			if !typed {
				wanted = nil
			}
			for {
				l.at("receive") // in the next line
				switch m := p.Receive(wanted...).(type) {
				case vote:
					p.Send(self, l.at("vote")+fmt.Sprint(m.Term))
				case beat:
					onBeat(p, l)
				case empty:
				}
			}
		}, proc.Daemon)
		p.Send(server, beat{len(l.at("send beat"))})
		p.Send(server, empty{})
		p.Send(server, vote{len(l.at("send vote"))})
		l.at("reply") // in the next line
		reply := proc.Receive[string](p)
		p.Assert(reply == "", "no reply", "it is %s", reply)
	}}
}

func onBeat(p *proc.P, l places) { p.Assert(true, l.at("beat"), "") }

// TestPlacesOfSteps: a step ends with the lines that send and handle a message. For the only receive
// of a loop, that is where the process continues; for others, it is the receive itself.
func TestPlacesOfSteps(t *testing.T) {
	for _, typed := range []bool{false, true} {
		l := places{}
		it := searched(t, []checker.Model{elected(l, typed)}, "elected", checker.Options{})
		want := []string{
			fmt.Sprintf(`beat\{Term: 9\} +models/places_test.go:%d → %d`, l["send beat"], l["beat"]),
			fmt.Sprintf(`empty\{\} +models/places_test.go:\d+ → %d`, l["receive"]+1),
			fmt.Sprintf(`vote\{Term: 9\} → "vote9" +models/places_test.go:%d → %d`, l["send vote"], l["vote"]),
		}
		for _, c := range []struct {
			text prose.Text
			want []string
		}{
			{prose.Text{}, want},
			{prose.Text{Width: 60}, []string{fmt.Sprintf(`beat\{Term: 9\} +places_test.go:%d\n`, l["send beat"])}},
			{prose.Text{Full: true}, []string{
				fmt.Sprintf(`beat\{Term: 9\} from main +models/places_test.go:%d → %d\n`, l["receive"]+1, l["beat"]),
				fmt.Sprintf(`empty\{\} from main +models/places_test.go:%d\n`, l["receive"]+1),
				fmt.Sprintf(`"vote9" from server +models/places_test.go:%d → %d\n`, l["reply"]+1, l["reply"]+2),
			}},
		} {
			var b bytes.Buffer
			if err := console.Model(c.text, &b, it); err != nil {
				t.Fatal(err)
			}
			for _, w := range c.want {
				if !regexp.MustCompile(w).MatchString(b.String()) {
					t.Errorf("typed %t: there is no %s in\n%s", typed, w, b.String())
				}
			}
		}
		var page bytes.Buffer
		if err := report.Write((prose.Text{}), &page, report.HTMLFormat, []document.Document{document.NewDocument(it)}); err != nil {
			t.Fatal(err)
		}
		if w := fmt.Sprintf(`"handled":"models/places_test.go:%d"`, l["vote"]); !strings.Contains(page.String(), w) {
			t.Errorf("there is no %s in the page", w)
		}
	}
}

// TestPlaceOfFirstMessage: a receive of any message counts as that of a loop even if it is executed
// once.
func TestPlaceOfFirstMessage(t *testing.T) {
	l := places{}
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			for {
				if v, ok := p.Receive().(vote); ok {
					p.Assert(v.Term == 0, l.at("refused"), "the term is %d", v.Term)
				}
			}
		}, proc.Daemon)
		p.Send(server, vote{len(l.at("send"))})
	}}
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, searched(t, []checker.Model{m}, "m", checker.Options{})); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("models/places_test.go:%d → %d\n", l["send"], l["refused"]); !strings.Contains(b.String(), want) {
		t.Errorf("there is no %s in\n%s", want, b.String())
	}
}
