// Package sampling draws interleavings at random, by strategies that tell the odds of missing a bug.
//
// The strategies are a random walk; RAPOS (Sen, "Effective random testing of concurrent programs", 2007); POS
// (Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", 2018); PCT (Kulahcioglu Ozkan,
// Majumdar, Niksic, Tabaei Befrouei, Weissenbacher, "Randomized testing of distributed systems with probabilistic
// guarantees", 2018); d-POS and taPCT (Kulahcioglu Ozkan, Majumdar, Oraee, "Trace aware random testing for
// distributed systems", 2019); SURW (Zhao, Wolff, Mathur, Roychoudhury, "Selectively Uniform Concurrency Testing",
// 2025); a random walk with faults by visited windows (Lee, Levchenko, "Applying a deterministic approach for
// distributed systems black-box testing"); a portfolio of others; and a portfolio with feedback, which makes runs from earlier
// ones, as fuzzers do.
//
// An interleaving that is drawn is a run. A run is a function of the seed, its number and the program. It does not
// depend on how many explorers share the runs, nor on how many runs there are. The first [Preliminary] runs are
// random walks, whatever the strategy: from them it learns which events race, and how many events a run has. So any
// run can be drawn alone, after these; but with feedback, only after all runs before it.
//
// Some steps come from outside: a timer expires, a receive times out, a node crashes or is restarted, the network is parted.
// A strategy without a guarantee for bugs of a depth draws them seldom, unless nothing else can happen; SURW only if they do not
// race. Faults of messages are seldom in every strategy. In rough runs of the portfolio, links, timers and clients may be slow, and
// crashes come where they can lose something.
package sampling
