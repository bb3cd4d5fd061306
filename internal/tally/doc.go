// Package tally adds the interleavings of a search to its result, in the order of a search by one worker. It says when the search
// ends, and which verdict the result has, also if several searches have contributed to it.
package tally
