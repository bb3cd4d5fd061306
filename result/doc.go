// Package result is the result of a search as data: what was found, how much was explored, and how the search ended. A checker.Result
// is a [Record] with the model and the options. A saved search has the same [Findings], and a report has the same figures and
// lists, so a figure is declared once.
package result
