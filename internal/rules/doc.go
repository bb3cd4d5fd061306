// Package rules evaluates the properties that must hold, or must be reached, on interleavings. A [Rule] judges the exposed states
// or the announced events of one board. An [Evaluator] finds these in the interleavings of a worker, evaluates rules on them, also
// in other orders of an interleaving that count, and detects rules that are not pure. It has words for what rules have seen so far,
// by which a stateful search tells states apart. [Exits] are the ends of processes, of which the properties of every model speak.
package rules
