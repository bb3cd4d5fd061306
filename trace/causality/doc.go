// Package causality finds out which events of an interleaving depend on each other.
//
// [Relation] says whether two events depend on each other directly. Its transitive closure over an
// interleaving is the happens-before relation, which [Order] computes as vector clocks, together with the
// races: the pairs of events that can be reversed. Interleavings with the same events and the same
// happens-before relation belong to one class, and have the same [Signature].
//
// An Order is updated for each interleaving of a search, and keeps the results about the prefix that
// the interleaving shares with the last one.
package causality
