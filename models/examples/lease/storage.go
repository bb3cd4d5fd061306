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

// counter is the state of the storage.
type counter struct{ value, newest int }

// store is the process of the storage.
func (f fencing) store(p *proc.P) {
	proc.Serve(p, counter{}, func(c *counter, _ proc.PID, request any) answer {
		switch r := request.(type) {
		case read:
			if f.reads && r.Lease < c.newest {
				return answer{}
			}
			if f.reads {
				c.newest = r.Lease
			}
		case write:
			if f.writes && r.Lease < c.newest {
				return answer{}
			}
			c.value, c.newest = r.Value, max(c.newest, r.Lease)
		}
		return answer{true, c.value}
	})
}
