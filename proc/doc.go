// Package proc is the world under test: processes that spawn each other, send
// each other messages, wait for the ones they want, and share tables.
//
// # Writing a process
//
// A process is a Go function that takes a *P, its handle to the world:
//
//	func server(p *proc.P) {
//		balance := 0
//		for {
//			switch m := p.Receive().(type) {
//			case Deposit:
//				balance += m.Amount
//				p.Send(m.From, Balance{balance})
//			case Stop:
//				return
//			}
//		}
//	}
//
// Between two operations a process is ordinary sequential Go. It must be
// deterministic, and share no memory with other processes: what it knows, it was
// told in a message, found in a table, or was given when it was spawned.
// Everything that could happen in more than one way is an operation: what a
// receive takes, whether it times out, what a table holds, what Choose returns.
//
// # Messages
//
// A message is any plain value: numbers, strings, structs, and slices, maps and
// pointers of them. It is copied when it is sent and again when it is taken, so
// nothing can be changed behind anyone's back. Functions and channels are
// refused. A type with a [Codec] travels by that; messages of Protocol Buffers do so if the
// package of the model imports proc/protomsg, and are refused otherwise. Handles ([PID], [Table]) are plain values too. Two messages are the same
// if they are deeply equal, numbers in them bit by bit (so 0.0 and -0.0 are two), and
// so are two keys of a table; only Equal takes one of these for the other.
//
// A copied pointer points to a copy, so == says nothing about it any more, nor does
// errors.Is about an error that errors.New has made: what arrives is never equal to
// a variable such as io.EOF. Send a value that compares by what it says, such as a
// string or an error type of the model's own that is no pointer. The same goes for what
// is in tables, for reasons of exits, and for what processes expose.
//
// Receive is selective, as in Erlang: it takes the oldest message that one of
// its patterns matches and leaves all others where they are.
//
// # What happens to a process
//
// A process ends when its function returns (normally), when it calls
// [P.Exit], when an assertion fails, when it panics, or when an exit signal
// tells it to. A failed assertion and a panic are violations, and so is a
// process that waits for ever for a message, unless it was spawned as a [Daemon].
//
// Processes can be told of each other's end, as in Erlang. [P.Link] ties two
// processes: when one ends abnormally, the other one is ended too, or, if it
// traps exits ([P.TrapExits]), gets a message of type [Exited]. [P.Monitor] asks
// for a message of type [Down], and no more. An abnormal Exit is a violation only
// if nobody is told of it; an end by [P.Kill] or [P.SendExit] is none.
//
// # The operations
//
// Processes:
//
//	p.Spawn(name, func)             starts a process and returns its PID; with Daemon it may wait
//	                                for ever, with Linked it is linked at once
//	p.Self()                        the PID of the process itself
//	p.Exit(reason)                  ends the process
//	p.Link, p.Unlink, p.Monitor,    tell one process of the end of another, as in Erlang
//	p.SpawnMonitor, p.Demonitor,
//	p.DemonitorInfo, p.TrapExits
//	p.Kill, p.SendExit              end another process; that is an event of its own, and the
//	                                process is alive until then
//	p.IsAlive                       reports whether a process has not ended
//	p.Register, p.Unregister,       give a process a name, find it, and send to it by name
//	p.Whereis, p.SendName
//
// Messages:
//
//	p.Send(pid, message)            puts a copy of a plain value into a mailbox; never blocks
//	p.Receive(patterns...)          takes the oldest message that a pattern matches; waits if
//	                                there is none
//	Receive[T](p, conditions...)    the same for one type of message
//	p.ReceiveTimeout(patterns...),  the same, but may give up whenever nothing matches
//	ReceiveTimeout[T](p, ...)
//	Type[T](), Where(func(T) bool), patterns
//	Equal(v), Any()
//	Given(state, func(S, T) bool)   a pattern for a process that wants other messages as its state
//	                                changes; the state is copied
//	Call[A](p, pid, request),       a request, and the reply to just that request
//	CallTimeout, Answer, Serve
//	p.MakeRef()                     a reference that is equal to no other
//	p.SendAfter(pid, message),      a timer, which may expire at any moment: time has no length
//	p.CancelTimer, p.ReadTimer
//
// Tables, which processes share. As in ETS a table belongs to one process, and goes away with
// it unless it is given away or has an heir:
//
//	NewTable[K, V](p, name)         makes a table
//	Insert, InsertNew, Lookup,      methods of a Table for its rows
//	Member, Delete, Take, First,
//	Next, Size, Select,
//	CompareAndSwap
//	Fold, UpdateCounter             functions for the same
//	Await                           waits until a row is as wanted, without polling
//	GiveAway, SetHeir, Heir         whose a table is, and who inherits it
//	Rename, Drop, NewNamedTable     its name, and its end
//	Hashed                          makes a table whose keys have no order
//	Try                             returns what a table has refused, as when it is gone
//
// Choices and properties:
//
//	p.Choose(n), Pick(p, ...)       any alternative; every one is explored
//	p.Assert(ok, property, ...)     what must hold
//	Expose(p, state),               what the rules of the model judge (checker.Always, Finally,
//	Announce(p, event)              Sometimes, Monitor)
//	p.Reach(goal)                   what some interleaving must come to
//
// No process can see what is asserted, exposed, announced or reached.
//
// Lines in the trace, and other values:
//
//	p.Logf(...)                     puts a line into the trace
//	p.LogHandler(options),          the trace as a slog.Handler and an io.Writer, for what
//	p.LogWriter()                   libraries log
//	p.Helper()                      says that the line of the caller shall be shown
//	RegisterCodec(codec)            says how values of a type travel that is not plain; package
//	                                proc/protomsg has a codec of the messages of Protocol Buffers
//
// # Executing
//
// [System] executes processes one operation at a time, as it is told, and can
// step back. It is what the checker drives; a model has no use for it.
package proc
