// Package faults says which faults may happen in an interleaving: nodes crash, pause and come back, messages are lost, clocks go wrong, the
// network is cut. A [Budget] has a number for each kind of fault, also of some nodes or messages alone. [Kinds] is the table of
// all kinds, which flags, reports, remedies and minimizing read. A budget has a form as text, such as "crashes=2 losses@client->*=1".
//
// The author of a model does not need this package: package checker has the budget as checker.Faults.
package faults
