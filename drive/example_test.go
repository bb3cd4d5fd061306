package drive_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/drive"
	"github.com/checkmodel/checkmodel/proc"
)

// ticketOffice is a model of an office that gives tickets with numbers from 1 up, and of two guests.
func ticketOffice() checker.Model {
	return checker.Model{Name: "tickets", Main: func(p *proc.P) {
		office := p.Spawn("office", func(p *proc.P) {
			proc.Loop(p, 0, func(last *int) bool {
				from := proc.Receive[proc.PID](p)
				*last++
				p.Send(from, *last)
				return true
			})
		}, proc.Daemon)
		for _, name := range []string{"ann", "bob"} {
			p.Spawn(name, func(p *proc.P) {
				p.Send(office, p.Self())
				p.Receive()
			})
		}
	}}
}

// office is a program that begins with ticket 0.
type office struct{ next int }

// Do gives a ticket.
func (o *office) Do(in drive.Input) ([]drive.Output, error) {
	if in.Kind != drive.Message {
		return nil, nil // it has been started already
	}
	o.next++
	return []drive.Output{{To: in.From, Message: o.next - 1}}, nil
}

func (*office) State(string) any { return nil }
func (*office) Close()           {}

// A program that does something else than its model.
func ExampleCheck() {
	r, err := drive.Check(context.Background(), ticketOffice(), drive.Options{Processes: []string{"office"}}, func() (drive.System, error) {
		return &office{}, nil
	})
	fmt.Println(r, err)
	fmt.Print(r.Failure)
	// Output:
	// 1 tests with 2 inputs cover 2 of 5 pairs of a state and an input <nil>
	//      input              the program      the model
	//   1  office: start      nothing          the same
	//   2  ann → office: ann  office → ann: 0  office → ann: 1
}
