// Package judge judges the interleavings of one worker: which properties they violate, which goals they reach, whether claims about
// them hold. It describes violations, and has each interleaving entered into the result of the search by a [Tally], in the order
// of a search by one worker.
package judge
