package classic

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Family is one program in several sizes.
type Family struct {
	Name, Doc string
	Sizes     []int
	Main      func(size int) func(*proc.P)
	// Classes returns how many equivalence classes there are; nil if that is not known.
	Classes func(size int) int
}

// Families returns all programs.
func Families() []Family {
	return []Family{
		{"senders", "Processes send to one, which takes all messages.", []int{5, 6, 7, 8}, Senders, factorial},
		{"clients", "Clients call a server, once each.", []int{5, 6, 7, 8}, clients, factorial},
		{"one-of", "Processes send to one, which takes one message.", []int{25, 50, 100, 200}, oneOf,
			identity},
		{"first-of", "A server takes one message of processes that are started after it.", []int{25, 50, 100, 200}, firstOf, identity},
		{"timers", "Timers expire at any moment, and a process takes the message of one.", []int{25, 50, 100, 200}, timers, identity},
		{"sleepers", "Processes sleep in virtual time, each for another time.", []int{4, 16, 32, 64}, sleepers, nil},
		{"claim", "Processes insert the same row, and one of them succeeds.", []int{25, 50, 100, 200}, claim, identity},
		{"readers", "A process writes a row that others read.", []int{8, 10, 12, 14}, Readers, power(2, 0)},
		{"lastzero", "Processes set rows to one more than the row before, and another one looks for the last zero.",
			[]int{6, 8, 10, 12}, Lastzero, func(n int) int { return (n + 3) << (n - 2) }},
		{"wakeup", "Processes that write, and read before they write, in groups.", []int{1, 2, 3, 4}, wakeup, power(7, 0)},
		{"indexer", "Processes insert into a hash table.", []int{12, 13, 14, 15}, indexer, power(8, 11)},
		{"filesystem", "Processes allocate blocks for inodes, with locks.", []int{14, 16, 18, 20}, filesystem, power(2, 13)},
		{"commit", "Two-phase commit, where one participant votes no.", []int{2, 3, 4, 5}, Commit,
			func(n int) int { return factorial(n) * factorial(n) }},
		{"paxos", "Nodes of single-decree Paxos, each a proposer and an acceptor.", []int{2, 3, 4, 5}, paxos, nil},
		{"abd", "A writer and a reader of a register with copies, by Attiya, Bar-Noy and Dolev.", []int{2, 3, 4, 5}, abd, nil},
	}
}

// Models returns all programs in all sizes.
func Models() (models []checker.Model) {
	for _, f := range Families() {
		for _, n := range f.Sizes {
			models = append(models, checker.Model{Name: fmt.Sprintf("%s-%d", f.Name, n), Doc: f.Doc, Main: f.Main(n)})
		}
	}
	return models
}

func identity(n int) int { return n }

func factorial(n int) int {
	if n == 0 {
		return 1
	}
	return n * factorial(n-1)
}

// power returns the function base^(n-less).
func power(base, less int) func(int) int {
	return func(n int) int {
		all := 1
		for range n - less {
			all *= base
		}
		return all
	}
}
