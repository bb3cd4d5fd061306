// Package checker explores the interleavings of a model and reports whether its properties hold. The author
// of a model imports only this package and package proc.
//
// # A model
//
// A model is a closed program: a first process, which starts all others, and the properties that must hold. This
// one has two clients that each take a ticket from a server, which numbers them in the order of the requests:
//
//	var tickets = checker.Model{
//		Name: "tickets",
//		Main: func(p *proc.P) {
//			server := p.Spawn("server", serve, proc.Daemon)
//			self := p.Self()
//			for range 2 {
//				p.Spawn("client", func(p *proc.P) {
//					p.Send(server, next{p.Self()})
//					p.Send(self, ticket{proc.Receive[int](p)})
//				})
//			}
//			a, b := proc.Receive[ticket](p), proc.Receive[ticket](p)
//			p.Assert(a != b, "tickets differ", "both clients got ticket %d", a.number)
//		},
//	}
//
//	func serve(p *proc.P) {
//		for n := 1; ; n++ {
//			m := proc.Receive[next](p)
//			p.Send(m.from, n)
//		}
//	}
//
// The example of [Check] is this model as a program.
//
// A process checks with Assert its own state and the messages that it has received. A [Rule] checks several
// processes together: they expose states or announce events, and the rule judges these ([Always], [Finally],
// [Monitor], [Automaton]). A goal must be possible ([Sometimes], proc.P.Reach). [Eventually] says that something
// happens some time, also where processes never end, and [AlwaysPossible] that something stays possible.
//
// # Checking it
//
// [Check] executes the model repeatedly, each time in another order, until all orders are explored or a property is violated.
// Interleavings that differ only in the order of independent events are equivalent, and it executes one interleaving of each
// class (see package optimaldpor). The command checkmodel does this for every model that a package returns from
//
//	func Models() []checker.Model
//
// and package checktest does it inside go test.
//
// # What a result means
//
// Verified means that no interleaving violates a property. If the model has no properties of its own, it only means that no
// process crashes or waits for ever ([Result.Asked]). Violated means that an interleaving violates a property; the result
// holds its trace. Bounded means that nothing was found, but the bound excluded interleavings or some were cut. Incomplete
// means that nothing was found before the search was stopped. If a process fails, the others go on. If they then wait for
// ever, that is a violation, too; it names the earlier failure. A model may declare in Violates which properties it is known
// to violate. Such a violation is expected, and a search that has a limit continues to look for others.
//
// # The world and the algorithms
//
// A [Strategy] chooses which actor moves, and the world (internal/world) executes it. The loop between the two is
// in internal/stage: it steps the world back to where two interleavings part, replays the planned steps, and
// continues as the strategy chooses.
package checker
