package cluster

// What tests need, which are in another package because they need a library.
type (
	State = state
	Input = input
)

const (
	Campaign = campaign
	Propose  = propose
	Reading  = read
	Step     = step
)

var Restored = restored

func (s *State) Core(lib Library) Core               { return s.core(lib, &Logger{}) }
func (s *State) After(in Input, lib Library, c Core) { s.after(in, lib, c) }
func (s *State) Wants(lib Library, message any) bool {
	return node{lib: lib}.wants(view{s.Role, s.Term}, message)
}
func (in Input) Into(c Core) { in.into(c) }
