// Package conform decides whether the log of a real system fits a model: whether some interleaving of the model announces the events
// of the log, in an order that the log allows.
//
// Package systemlog reads a log. The lines of each node are in their order. Between nodes there is no order, unless clocks in the log or
// [Options] say so. A line stands for an event that a process of the model announces (proc.Announce), by default one of the type of
// the same name with equal fields; checker.Model.Log says otherwise.
//
// The log leaves all other events open: the search finds them. It explores pairs of a state of the model and a position in the log
// of each node, depth first, where the log is the guide, and each pair once. That a log fits does not say that the system is correct,
// only that nothing in the log contradicts the model.
package conform
