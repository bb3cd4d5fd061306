// Package checker explores the interleavings of a model and says what that
// established. With package proc it is all that the author of a model imports.
//
// # A model
//
// A model is a closed program: a first process, which starts all others, and
// what must hold. This one has two clients that take a ticket each from a server
// which hands out the number that it is asked for first:
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
// Processes check with Assert what one of them can see. What must hold of several,
// at every moment, is a [Rule]: processes expose states or announce events, and the
// rule judges those ([Always], [Finally], [Monitor]). What must be possible is a
// goal ([Sometimes], proc.P.Reach).
//
// # Checking it
//
// [Check] executes the model again and again, each time in another order, until
// nothing new can happen or a property is violated. Two interleavings that
// differ only in the order of events which cannot tell that order are the same
// to it, and it executes one of them (see package optimaldpor). The command
// checkmodel does this for every model that a package returns from
//
//	func Models() []checker.Model
//
// and package checktest does it inside go test.
//
// # What a result means
//
// Verified: no interleaving violates a property; where no process asserts anything,
// and there are no rules and goals, that is only that none crashes and none waits for
// ever ([Result.Asked]). Violated: one does, and the result holds its trace. Bounded:
// none does of those that the bound admits, or of those that were cut as far as they
// went, and there are others. Incomplete: the search was stopped. A model may declare
// in Violates what it is known to violate; then that is what is expected of it, and a
// search that has a limit goes on to look for others.
//
// # The world and the algorithms
//
// A [Strategy] decides who moves; package proc executes it. The loop between
// the two is in internal/explorer: it steps the world back to where two interleavings
// part, replays what was planned, and goes on as the strategy says.
package checker
