// Package proc has the operations with which models are written. A model consists of processes that
// start each other, send each other messages, wait for particular messages, and share tables.
//
// A process is a Go function that takes a *P, its handle to the world:
//
//	func server(p *proc.P) {
//		for balance := 0; ; {
//			m := proc.Receive[Deposit](p)
//			balance += m.Amount
//			p.Send(m.From, Balance{balance})
//		}
//	}
//
// Between two operations it is ordinary sequential Go, which must be deterministic and share no memory
// with other processes. Only the results of operations differ from one execution to the next.
// Messages, keys and values are plain data, or have a [Codec]. They are copied; see [P.Send].
// Receive is selective, as in Erlang.
//
// # The operations
//
//	p.Spawn, p.Self, p.Exit          start a process, name it, end it
//	p.Link, p.Unlink, p.Monitor,     tell one process of the end of another
//	p.SpawnMonitor, p.Demonitor,
//	p.DemonitorInfo, p.TrapExits
//	p.Kill, p.SendExit, p.IsAlive    end another process, ask about it
//	p.Register, p.Unregister,        give a process a name, find it, send to it
//	p.Whereis, p.SendName
//	p.Send, p.SendOnce               put a message into a mailbox; never block
//	p.Receive, p.ReceiveTimeout      take the oldest message that a pattern matches:
//	Collect, CollectTimeout          Type, Where, Given, Equal, Any; several, as a set
//	Call, CallTimeout, Answer, Serve requests and replies
//	Loop                             a loop whose turns depend on one value only
//	p.MakeRef                        a reference that is equal to no other
//	p.SendAfter, p.CancelTimer,      timers that expire at any moment, and timers in
//	p.ReadTimer, p.ResetTimer        virtual time: p.SendIn, p.Now, p.Sleep, ReceiveWithin
//	NewTable, NewNamedTable          a table, which belongs to one process, as in ETS
//	Insert, InsertNew, Lookup,       methods of a Table for its rows; Try returns the
//	Member, Delete, Take, First,     error of a refused one
//	Next, Size, Select, Await, Fold,
//	CompareAndSwap, UpdateCounter
//	GiveAway, SetHeir, Rename, Drop  change the owner or the name of a table, delete it
//	File, Durable, p.SyncDir         the disk of a node, which survives its crashes
//	External                         an event from outside of the system
//	p.Choose, Pick                   any alternative; every one is explored
//	p.Assert, p.Assume               conditions that must hold, and assumptions
//	Expose, Announce, p.Reach        input of the rules of the model
//	p.Logf, p.LogHandler,            lines in the trace
//	p.LogWriter, p.Helper
package proc
