package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// writers is a model in which processes write to one row.
var writers = checker.Model{Name: "writers", Main: func(p *proc.P) {
	me := p.Self()
	p.Spawn("owner", func(p *proc.P) { p.Send(me, proc.NewTable[int, int](p, "t")); p.Receive() }, proc.Daemon)
	table := proc.Receive[proc.Table[int, int]](p)
	for i := range 5 {
		p.Spawn("p", func(p *proc.P) { table.Insert(p, 0, i) })
	}
}}

// TestPool lets a worker execute units of a search, by messages as in a cluster. Every third unit is lost.
func TestPool(t *testing.T) {
	o := checker.Options{Algorithm: checker.Optimal, Until: checker.UntilEnd, Workers: 1}
	alone, err := checker.Check(context.Background(), writers, o)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := net.Pipe()
	units, give := io.Pipe()
	take, results := io.Pipe()
	saving := &checker.Saving{}
	go Work(context.Background(), units, results, func(ctx context.Context, model string, unit *checker.Checkpoint, save func(*checker.Checkpoint) error) error {
		if model != "its name" {
			return fmt.Errorf("a unit of %q", model)
		}
		saving.Save = save
		worker := o
		worker.Resume, worker.Saving = unit, saving
		_, err := checker.Check(ctx, writers, worker)
		return err
	})
	executed := 0
	joined := make(chan bool)
	go func() {
		out := json.NewEncoder(theirs)
		_ = out.Encode(message{Pool: &size{Workers: 2, Seconds: 0.01}})
		close(joined)
		in, n := json.NewDecoder(take), 0
		_ = each(theirs, func(m *message) error {
			if m.Unit == nil {
				return nil
			}
			if n++; n%3 == 0 {
				return out.Encode(message{Lost: []string{m.Unit.ID, "unknown"}})
			}
			if err := json.NewEncoder(give).Encode(m); err != nil {
				return err
			}
			var result message
			if err := in.Decode(&result); err != nil {
				return err
			}
			if result.Failed != nil {
				t.Error(result.Failed.Error)
			}
			executed++
			if err := out.Encode(result); err != nil {
				return err
			}
			return out.Encode(result) // again, which changes nothing
		})
	}()
	p := newPool(ours)
	<-joined
	o.Saving = &checker.Saving{Save: func(*checker.Checkpoint) error { return nil }}
	p.Serve("its name", o.Saving)
	r, err := checker.Check(context.Background(), writers, o)
	if err != nil {
		t.Fatal(err)
	}
	p.Rest()
	ours.Close()
	if r.Interleavings != alone.Interleavings || r.Events != alone.Events || r.Verdict != alone.Verdict {
		t.Errorf("%d interleavings, %d events, %s; want %d, %d, %s", r.Interleavings, r.Events, r.Verdict, alone.Interleavings, alone.Events, alone.Verdict)
	}
	t.Logf("%d units", executed)
}

// TestPartOf: the environment says which part the program has.
func TestPartOf(t *testing.T) {
	for value, want := range map[string]string{"": " ", "work": "work ", "submit:/a:b": "submit /a:b", "coordinate:s": "coordinate s", "other:s": "error"} {
		p, socket, err := PartOf(func(string) string { return value })
		got := fmt.Sprint(p, " ", socket)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

// TestIdle: workers of the coordinator begin to help when worker processes have only the units that they execute.
func TestIdle(t *testing.T) {
	const workers = 4
	for open, want := range map[int]int{0: workers, workers: workers, workers + 1: workers - 1, 2 * workers: 0, perWorker * workers: 0} {
		p := &Pool{size: size{Workers: workers}, open: map[string]*offered{}}
		for i := range open {
			p.open[fmt.Sprint(i)] = &offered{}
		}
		if got := p.idle(); got != want {
			t.Errorf("%d workers help with %d open units, want %d", got, open, want)
		}
	}
	if got := (&Pool{}).idle(); got != checker.MaxWorkers {
		t.Errorf("%d workers explore without other processes, want all", got)
	}
}
