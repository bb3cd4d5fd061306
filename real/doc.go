// Package real explores real, unmodified programs: a [Cluster] runs nodes and clients as ordinary processes, and decides all that
// they cannot: who moves, when a message arrives, what time it is, which node crashes, and which writes survive.
//
//	var store = real.Cluster{
//		Name:    "store",
//		Nodes:   []real.Node{{Name: "n0", Command: []string{"store", "-peers", "{n1}:7000"}}, …},
//		Clients: []real.Node{{Name: "c0", Command: []string{"store-client", "{n0}:7000"}}},
//		Faults:  checker.Faults{Crashes: 1, Restarts: checker.AfterEachCrash},
//	}
//
// [Cluster.Model] is checked as any model is, by the strategies that draw interleavings, or within a bound by optimal.
// A failing run is replayed from its schedule, minimized and reported as usual. Programs need no change. They are executed one thread at a time under ptrace, with a network, a clock,
// randomness and a disk of our own, so the same schedule gives the same run, down to each system call.
//
// # Events
//
// Each direction of a connection is an actor that delivers the next packet. Each node is an actor too: it starts, comes to its next deadline,
// restarts after a crash, and ends. An event runs its node until all threads wait for something from outside. Events of different nodes
// commute, except where one is a deadline, which may come only when no other one is much earlier (see Cluster.Delay), or where both print lines.
//
// # Limits
//
// It needs Linux on amd64, and ptrace and namespaces; see [CheckSupport]. A program sees the addresses 10.0.0.1, 10.0.0.2, … of the nodes and
// then the clients, and no other network; it has its own directory, in which it starts, and can write nowhere else. A system call that is
// not covered ends the run with an error that names the call, the thread and the place. Not covered are IPv6, io_uring,
// process groups, memory that processes share, and threads that wait for each other without a system call.
package real
