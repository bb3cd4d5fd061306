// Package literal has the models of package published as one writes them first: each process receives
// any message in an endless for, a switch says what to do with it, and what the process knows is in
// variables. No process declares its state, names the messages that it wants, or counts where the
// original has a set.
package literal
