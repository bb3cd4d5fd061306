package lease

import "github.com/checkmodel/checkmodel/proc"

// The requests of clients, with their lease, and the answer.
type (
	read  struct{ Lease int }
	write struct{ Lease, Value int }

	answer struct {
		Ok    bool
		Value int
	}
)

func ask(p *proc.P, storage proc.PID, request any) answer {
	p.Helper()
	return proc.Call[answer](p, storage, request)
}

// fencing says where the storage refuses old leases.
type fencing struct{ reads, writes bool }

// store is the process of the storage, which holds a counter.
func (f fencing) store(p *proc.P) {
	value, newest := 0, 0
	proc.Serve(p, func(_ proc.PID, request any) answer {
		switch r := request.(type) {
		case read:
			if f.reads && r.Lease < newest {
				return answer{}
			}
			if f.reads {
				newest = r.Lease
			}
		case write:
			if f.writes && r.Lease < newest {
				return answer{}
			}
			value, newest = r.Value, max(newest, r.Lease)
		}
		return answer{true, value}
	})
}
