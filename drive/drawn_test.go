package drive_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/drive"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// The messages of drawn machines. The last ones are a timer's and a timeout.
const (
	messages = 3
	alarm    = messages
	timeout  = messages + 1
)

// machine is a process under test: for each state and message the moves from which it chooses. A message without moves stays in the mailbox.
type machine [][messages + 2][]move

type move struct {
	replies []int // to the environment, the number of the receiver is the value modulo 2
	says    int   // to the other machine, or -1; it is greater than the message
	shouts  int   // it announces, or -1
	shows   int   // it exposes, or 0
	arms    bool  // it starts the timer
	next    int
}

type (
	msg   int
	reply int
	shout int
	view  int
)

func (m machine) wants(state int, v msg) bool { return len(m[state][v]) > 0 }

// drawMachine draws a machine.
func drawMachine(t *rapid.T, name string, choices int, talks bool) (m machine) {
	states := rapid.IntRange(1, 3).Draw(t, name+" states")
	some := rapid.IntRange(0, choices)
	m = make(machine, states)
	for s := range m {
		for v := range m[s] {
			for range some.Draw(t, "moves") {
				mv := move{says: -1, shouts: -1, next: rapid.IntRange(0, states-1).Draw(t, "next")}
				mv.replies = rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3).Draw(t, "replies")
				if talks && v < messages-1 && rapid.IntRange(0, 2).Draw(t, "talks") == 0 {
					mv.says = rapid.IntRange(v+1, messages-1).Draw(t, "says")
				}
				if rapid.IntRange(0, 3).Draw(t, "shouts") == 0 {
					mv.shouts = rapid.IntRange(7, 8).Draw(t, "shout")
				}
				mv.shows = max(0, rapid.IntRange(-4, 2).Draw(t, "shows"))
				mv.arms = rapid.IntRange(0, 4).Draw(t, "arms") == 0
				m[s][v] = append(m[s][v], mv)
			}
		}
	}
	return m
}

// memory is the state of a machine.
type memory struct {
	State int
	Armed bool
}

// run is the process of a machine. Each timer is started once. If it is a loop, histories with the same memory go on as one.
func (m machine) run(p *proc.P, loop bool, env []proc.PID, other func() proc.PID) {
	peer, now := other(), memory{}
	turn := func(now *memory) bool {
		v := msg(timeout)
		if len(m[now.State][timeout]) > 0 {
			if x, ok := p.ReceiveTimeout(proc.Given(now.State, m.wants)); ok {
				v = x.(msg)
			}
		} else {
			v = p.Receive(proc.Given(now.State, m.wants)).(msg)
		}
		mv := m[now.State][v][p.Choose(len(m[now.State][v]))]
		for _, r := range mv.replies {
			p.Send(env[r%2], reply(r))
		}
		if mv.says >= 0 {
			p.Send(peer, msg(mv.says))
		}
		if mv.shouts >= 0 {
			proc.Announce(p, shout(mv.shouts))
		}
		if mv.shows > 0 {
			proc.Expose(p, view(mv.shows))
		}
		if mv.arms && !now.Armed {
			now.Armed = true
			p.SendAfter(p.Self(), msg(alarm))
		}
		now.State = mv.next
		return true
	}
	if loop {
		proc.Loop(p, now, turn)
	}
	for {
		turn(&now)
	}
}

// drawnModel has a process sut with one machine, which starts a process with the other machine, and two processes of the environment that send n messages.
func drawnModel(machines [2]machine, loop bool, n int, d proc.Delivery) checker.Model {
	return checker.Model{Name: "drawn", Delivery: d, Main: func(p *proc.P) {
		var env []proc.PID
		for i := range 2 {
			env = append(env, p.Spawn(fmt.Sprint("env", i), func(p *proc.P) {
				sut := p.Receive().(proc.PID)
				for range n {
					if p.Choose(2) == 0 {
						p.ReceiveTimeout(proc.Type[reply]())
					}
					p.Send(sut, msg(p.Choose(messages)))
				}
			}))
		}
		sut := p.Spawn("sut", func(p *proc.P) {
			self := p.Self()
			machines[0].run(p, loop, env, func() proc.PID {
				return p.Spawn("helper", func(p *proc.P) { machines[1].run(p, loop, env, func() proc.PID { return self }) }, proc.Daemon)
			})
		}, proc.Daemon)
		for _, to := range env {
			p.Send(to, sut)
		}
	}}
}

// configuration is where both machines are, as a program or as what the model may do.
type configuration struct {
	state, armed [2]int
	shown        [2]int    // what was exposed, 0 is nothing
	mail         [2]string // a letter for each message
	out          string    // what was sent, by receivers
}

// choices returns what may follow without an input. A machine that wants the first message in its mailbox takes it.
func (c configuration) choices(machines [2]machine) (all []configuration) {
	for i, m := range machines {
		at := strings.IndexFunc(c.mail[i], func(v rune) bool { return m.wants(c.state[i], msg(v-'0')) })
		if at < 0 {
			continue
		}
		v := int(c.mail[i][at] - '0')
		for _, mv := range m[c.state[i]][v] {
			d := c
			d.mail[i] = c.mail[i][:at] + c.mail[i][at+1:]
			all = append(all, d.after(i, mv))
		}
	}
	return all
}

// after returns the configuration after a move of a machine.
func (c configuration) after(i int, mv move) configuration {
	lines := strings.Split(c.out, "\n")
	add := func(to string, v int) {
		to = fmt.Sprint(i, " ", to, " ")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, to) })
		if at < 0 {
			at, lines = len(lines), append(lines, to)
		}
		lines[at] += fmt.Sprint(v)
	}
	for _, r := range mv.replies {
		add(fmt.Sprint("env", r%2), r)
	}
	if mv.shouts >= 0 {
		add("all", mv.shouts)
	}
	slices.Sort(lines)
	c.out = strings.Join(lines, "\n")
	if mv.shows > 0 {
		c.shown[i] = mv.shows
	}
	if mv.says >= 0 {
		c.mail[1-i] += fmt.Sprint(mv.says)
	}
	if mv.arms && c.armed[i] == 0 {
		c.armed[i] = 1
	}
	c.state[i] = mv.next
	return c
}

// settled adds the configurations without further choices to a set.
func (c configuration) settled(machines [2]machine, met, into map[configuration]bool) {
	if met[c] {
		return
	}
	met[c] = true
	all := c.choices(machines)
	if len(all) == 0 {
		into[c] = true
	}
	for _, d := range all {
		d.settled(machines, met, into)
	}
}

// input returns what may follow an input to a machine at once; none if it is not possible.
func (c configuration) input(machines [2]machine, i, v int) (all []configuration) {
	c.out = ""
	switch {
	case v == timeout:
		for _, mv := range machines[i][c.state[i]][timeout] {
			all = append(all, c.after(i, mv))
		}
		return all
	case v == alarm && c.armed[i] != 1:
		return nil
	case v == alarm:
		c.armed[i] = 2
	}
	c.mail[i] += fmt.Sprint(v)
	return append(all, c)
}

// program executes its machines, and knows whether the machines of the model would have allowed all its answers.
type program struct {
	does, model [2]machine
	now         configuration
	may         map[configuration]bool // of the model
	drawn       *rand.Rand
	wrong       *bool // in its last answer
	impossible  *bool // an input that the model does not allow
}

func (s *program) Do(in drive.Input) (out []drive.Output, err error) {
	if in.Kind == drive.Start {
		return nil, nil
	}
	i, v := 0, timeout
	if in.Process == "sut/helper" {
		i = 1
	}
	if in.Kind == drive.Message {
		v = int(in.Message.(msg))
	}
	all := s.now.input(s.does, i, v)
	if len(all) == 0 {
		*s.impossible = true
		return nil, errors.New("impossible")
	}
	s.now = all[s.drawn.IntN(len(all))]
	for more := s.now.choices(s.does); len(more) > 0; more = s.now.choices(s.does) {
		s.now = more[s.drawn.IntN(len(more))]
	}
	may := map[configuration]bool{}
	for c := range s.may {
		after := c.input(s.model, i, v)
		*s.impossible = *s.impossible || len(after) == 0
		for _, d := range after {
			d.settled(s.model, map[configuration]bool{}, may)
		}
	}
	s.may = map[configuration]bool{}
	for c := range may {
		agrees := func(i int) bool { return c.shown[i] == 0 || s.now.shown[i] == 0 || c.shown[i] == s.now.shown[i] }
		if c.out == s.now.out && agrees(0) && agrees(1) {
			s.may[c] = true
		}
	}
	*s.wrong = len(s.may) == 0
	for _, line := range strings.Split(s.now.out, "\n")[1:] {
		f := strings.Fields(line)
		for _, v := range f[2] {
			o := drive.Output{Process: "sut", To: f[1], Message: reply(v - '0')}
			if o.Process = "sut"; f[0] == "1" {
				o.Process = "sut/helper"
			}
			if f[1] == "all" {
				o.To, o.Message = "", shout(v-'0')
			}
			out = append(out, o)
		}
	}
	return out, nil
}

func (s *program) State(process string) any {
	shown := s.now.shown[0]
	if process == "sut/helper" {
		shown = s.now.shown[1]
	}
	if shown == 0 {
		return nil
	}
	return view(shown)
}

func (s *program) Close() {}

// TestDrawn: a program with the machines of the model passes, whatever it chooses, and one with another machine fails exactly if one of its answers is
// not among those that a simulation of the machines allows after the same inputs and answers.
func TestDrawn(t *testing.T) {
	t.Parallel()
	testsize.Draw(testsize.Sample(25, 20_000))
	var failures, passes, inputs, elsewhere int
	rapid.Check(t, func(t *rapid.T) {
		choices := rapid.IntRange(1, 2).Draw(t, "choices")
		model := [2]machine{drawMachine(t, "sut", choices, true), drawMachine(t, "helper", choices, true)}
		does := model
		mutated := rapid.Bool().Draw(t, "mutated")
		if mutated {
			does[0] = drawMachine(t, "other", choices, true)
			for s := range does[0] {
				if s < len(model[0]) && rapid.Bool().Draw(t, "keep") {
					for v := range does[0][s] {
						does[0][s][v] = slices.DeleteFunc(slices.Clone(model[0][s][v]), func(m move) bool { return m.next >= len(does[0]) })
					}
				}
			}
		}
		o := drive.Options{
			Processes: []string{"sut"}, Cover: rapid.SampledFrom([]drive.Cover{drive.Pairs, drive.Histories, drive.Draws}).Draw(t, "cover"),
			Inputs: rapid.IntRange(1, 8).Draw(t, "inputs"), States: rapid.OneOf(rapid.IntRange(10, 60), rapid.Just(1000)).Draw(t, "states"), Tests: 30,
		}
		delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
		m := drawnModel(model, rapid.Bool().Draw(t, "loop"), rapid.IntRange(1, 3).Draw(t, "messages"), delivery)
		drawn := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		var wrong, impossible, everWrong bool
		r, err := drive.Check(t.Context(), m, o, func() (drive.System, error) {
			everWrong = everWrong || wrong
			wrong = false
			return &program{does, model, configuration{}, map[configuration]bool{{}: true}, drawn, &wrong, &impossible}, nil
		})
		if err != nil {
			if strings.Contains(err.Error(), "no input reaches") || strings.Contains(err.Error(), "the model shows no state of that type") {
				t.Skip("nothing to compare")
			}
			t.Fatal(err)
		}
		everWrong = everWrong || wrong
		if impossible && !mutated {
			t.Fatal("an input came that was not possible wherever the model may be")
		}
		if (r.Failure != nil) != everWrong && !impossible {
			t.Fatalf("%v: the program is wrong: %v; found:\n%v", r, everWrong, r.Failure)
		}
		inputs += r.Inputs
		elsewhere += r.Elsewhere
		if r.Failure != nil {
			failures++
		} else {
			passes++
		}
	})
	t.Logf("%d programs failed, %d passed, %d inputs, %d times elsewhere", failures, passes, inputs, elsewhere)
	if failures == 0 || passes == 0 {
		t.Errorf("%d failures and %d passes; want both", failures, passes)
	}
}
