package protomsg_test

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	_ "github.com/checkmodel/checkmodel/proc/protomsg"
)

// Two processes ask for more time, in generated messages. The one that asks first gets less.
func Example() {
	main := func(p *proc.P) {
		self := p.Self()
		for n := range int64(2) {
			p.Spawn("client", func(p *proc.P) { p.Send(self, &durationpb.Duration{Seconds: n + 1}) })
		}
		first := proc.Receive[*durationpb.Duration](p)
		second := proc.Receive[*durationpb.Duration](p)
		p.Assert(first.Seconds < second.Seconds, "fair", "%v comes before %v", first.AsDuration(), second.AsDuration())
	}
	result, err := checker.Check(context.Background(), checker.Model{Name: "time", Main: main}, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range result.Violations {
		fmt.Printf("%s: %s\n", v.Property, v.Explanation)
		for _, e := range v.Trace.Entries {
			fmt.Println(e.Operation)
		}
	}
	// Output:
	// fair: 2s comes before 1s
	// spawn client
	// spawn client#2
	// send Duration{seconds:2} to main
	// receive *durationpb.Duration
	// send Duration{seconds:1} to main
	// receive *durationpb.Duration
	// end: fair violated
}
