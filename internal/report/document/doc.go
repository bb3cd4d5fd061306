// Package document has the report about a model as data, which JSON writes and reads: the figures of a search, how it was
// searched, and violations with their traces. All forms of a report are made from it, now or later.
package document
