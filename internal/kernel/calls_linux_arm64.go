package kernel

// architecture is the name of the processor, as uname tells it.
const architecture = "aarch64"

// clearArgument is the argument of clone that is the address to clear at the end of the thread.
const clearArgument = 4

// ownCalls are those that only this architecture has.
var ownCalls map[int]handler
