// Package engine runs a search: the workers execute the loop, each with a world, a strategy and a judge; then rules are judged by
// graphs of states. A search that is stopped is saved. Which strategies, worlds and judges these are, its caller says.
package engine
