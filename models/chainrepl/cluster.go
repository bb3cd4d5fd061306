package chainrepl

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// server is the name of a server.
type server string

// servers lists all servers; not all of them are always in the chain.
var servers = []server{"A", "B", "C"}

// chain is the order in which updates pass through the servers, from head to tail.
type chain []server

func (ch chain) head() server { return ch[0] }
func (ch chain) tail() server { return ch[len(ch)-1] }

// successor returns the next server of the chain, or "" if there is none.
func (ch chain) successor(s server) server {
	i := slices.Index(ch, s)
	if i < 0 || i+1 == len(ch) {
		return ""
	}
	return ch[i+1]
}

// cluster lets the processes find each other: each process gets the processes started earlier.
type cluster struct {
	coordinator proc.PID
	servers     map[server]proc.PID // the server "" has the zero PID
	head        proc.PID            // of the chain at the beginning
	directory   directory
	writers     []proc.PID
	reader      proc.PID
}

// startCluster starts the servers and connects the servers of the chain. A server outside of the
// chain would answer reads, but gets none as long as the directory does not name it.
func (v variant) startCluster(p *proc.P) cluster {
	pids := map[server]proc.PID{}
	for _, s := range slices.Backward(servers) {
		state := serverState{
			next:  pids[v.before.successor(s)],
			tail:  v.before.successor(s) == "",
			dedup: v.does(deduplicating),
		}
		pids[s] = p.Spawn("server-"+string(s), func(p *proc.P) { serve(p, state) })
	}
	return cluster{
		coordinator: p.Self(),
		servers:     pids,
		head:        pids[v.before.head()],
		directory:   newDirectory(p, pids[v.before.tail()]),
	}
}

// directory is where readers look up the tail.
type directory struct {
	table proc.Table[string, proc.PID]
}

const tailRow = "tail" // the key of the only row

func newDirectory(p *proc.P, tail proc.PID) directory {
	d := directory{proc.NewTable[string, proc.PID](p, "directory")}
	d.setTail(p, tail)
	return d
}

func (d directory) setTail(p *proc.P, pid proc.PID) {
	p.Helper()
	d.table.Insert(p, tailRow, pid)
}

func (d directory) tail(p *proc.P) proc.PID {
	p.Helper()
	pid, _ := d.table.Lookup(p, tailRow)
	return pid
}
