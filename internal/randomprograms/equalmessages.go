package randomprograms

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// EqualMessages is a program whose processes send each other numbers, of which there are few, so that equal ones from different
// sends are often on their way together. Most processes do not remember how many they have sent or got.
type EqualMessages struct {
	All   []equalSender
	First [][2]int // to whom, what: sent by the first process
}

// equalSender is a process.
type equalSender struct {
	Kind  string     // how it receives
	Turns int        // how many messages it takes; a server takes all
	Sends [][][2]int // after each number it sends some to others, the same each time or by turns
}

// DrawEqualMessages draws such a program.
func DrawEqualMessages(t *rapid.T) EqualMessages {
	n := rapid.IntRange(2, 4).Draw(t, "processes")
	one := rapid.Custom(func(t *rapid.T) [2]int {
		return [2]int{rapid.IntRange(0, n-1).Draw(t, "to"), rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "what")}
	})
	p := EqualMessages{}
	for range n {
		p.All = append(p.All, equalSender{
			rapid.SampledFrom([]string{"forgetful", "forgetful", "by turns", "remembers", "chooses", "only 0", "looks", "ends"}).Draw(t, "kind"),
			rapid.IntRange(1, 3).Draw(t, "turns"),
			rapid.SliceOfN(rapid.SliceOfN(one, 0, 2), 2, 2).Draw(t, "sends"),
		})
	}
	p.First = rapid.SliceOfN(one, 2, 4).Draw(t, "first")
	t.Logf("%+v", p)
	return p
}

func (ps EqualMessages) Main(p *proc.P) {
	var all []proc.PID
	for i, one := range ps.All {
		all = append(all, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) { one.run(p, proc.Receive[[]proc.PID](p)) }, proc.Daemon))
	}
	for _, pid := range all {
		p.Send(pid, all)
	}
	for _, f := range ps.First {
		p.Send(all[f[0]], f[1])
	}
}

// send sends what follows a number: numbers that are greater, so that there is an end.
func (o equalSender) send(p *proc.P, all []proc.PID, turn, number int) {
	for _, s := range o.Sends[turn%2] {
		if s[1]+number < 3 {
			p.Send(all[s[0]], s[1]+number+1)
		}
	}
}

func (o equalSender) run(p *proc.P, all []proc.PID) {
	switch o.Kind {
	case "forgetful":
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			o.send(p, all, 0, proc.Receive[int](p))
			return true
		})
	case "by turns":
		proc.Loop(p, 0, func(turn *int) bool {
			o.send(p, all, *turn, proc.Receive[int](p))
			*turn = 1 - *turn
			return true
		})
	case "chooses":
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			n := proc.Receive[int](p)
			o.send(p, all, p.Choose(2), n)
			return true
		})
	case "only 0":
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			o.send(p, all, 0, proc.Receive(p, func(n int) bool { return n%2 == 0 }))
			return true
		})
	case "looks":
		sum := 0
		for range o.Turns {
			n, _ := proc.ReceiveTimeout[int](p)
			sum = 2*sum + n
			proc.Expose(p, State{sum})
		}
	case "remembers":
		sum := 0
		for turn := range o.Turns {
			n := proc.Receive[int](p)
			sum = 2*sum + n
			proc.Expose(p, State{sum})
			o.send(p, all, turn, n)
		}
	case "ends":
		o.send(p, all, 0, proc.Receive[int](p))
	}
}
