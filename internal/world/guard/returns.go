package guard

// Returns holds the innermost return addresses of a goroutine, as they are on its stack. If they are equal, so are the
// [Sure] addresses that runtime.Callers returns, unless it leaves out more than two thirds of the calls: wrappers of methods, which
// the compiler has added.
type Returns [3*Sure + 4]uintptr // four more are of the calls between

// Sure is how many addresses [Returns] determine beyond those of the operation itself.
const Sure = 8
