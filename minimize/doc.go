// Package minimize shrinks a failing run to the events that the failure needs, after Scott, Panda, Brajkovic, Necula,
// Krishnamurthy and Shenker, "Minimizing Faulty Executions of Distributed Systems" (NSDI 2016). It needs only a [Tester], which
// executes schedules.
//
// A run has external events, faults and other events. In turn, until nothing changes any more:
//
//   - provenance: the run loses the events that do not happen before the failure. Each run that a Tester returns has lost them.
//   - external events are left out, by delta debugging, and the rest of the schedule is executed as far as it is
//     possible (section 3.1 of the paper, its STSSched).
//   - external events happen earlier: an event that was left out takes the place of a later event of its process.
//   - random runs are drawn, with all external events that are left, without some of them, and with smaller payloads. A run that
//     fails and is smaller is taken: it has the failure, and little else in common with the first run. If a shorter run fails with
//     all the initial external events, it is taken if as many of them can be left out. Others are drawn when
//     no stage makes the run smaller. If there are external events, runs are drawn before these are left out, as a schedule of a long
//     run takes long.
//   - payloads of external events are replaced by smaller ones, as a Tester offers them (its observation 5).
//   - faults are left out, and choices become the first alternative.
//   - periods are left out: all that happens from one event to another, except external events.
//   - messages are left undelivered, with all that their receivers do because of them.
//   - events are left out: their processes do not get as far.
//   - pairs of messages are left undelivered, where a message alone cannot be.
//   - departures: orders near the run are explored, by optimal DPOR within a bound, in place of the paper's TFB (section
//     3.2): a smaller run often takes a message in another order.
//
// Periods, messages and events are first left out by the half, then by smaller parts. After the rest of the schedule, each run goes
// on at random until it is as long as the best one: without an election, for instance, the next one may have to come sooner.
//
// At last all runs without some external event, and all runs with fewer faults, are explored. If that exploration ends, each
// event and fault that is left is proved necessary.
package minimize
