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
		{"senders", "Processes send to one, which takes all messages.", []int{5, 6, 7, 8}, senders, factorial},
		{"one-of", "Processes send to one, which takes one message.", []int{25, 50, 100, 200}, oneOf,
			identity},
		{"sleepers", "Processes sleep in virtual time, each for another time.", []int{4, 16, 32, 64}, sleepers, nil},
		{"readers", "A process writes a row that others read.", []int{8, 10, 12, 14}, readers, power(2, 0)},
		{"lastzero", "Processes set rows to one more than the row before, and another one looks for the last zero.",
			[]int{6, 8, 10, 12}, lastzero, func(n int) int { return (n + 3) << (n - 2) }},
		{"wakeup", "Processes that write, and read before they write, in groups.", []int{1, 2, 3, 4}, wakeup, power(7, 0)},
		{"indexer", "Processes insert into a hash table.", []int{12, 13, 14, 15}, indexer, power(8, 11)},
		{"commit", "Two-phase commit, where one participant votes no.", []int{2, 3, 4, 5}, commit,
			func(n int) int { return factorial(n) * factorial(n) }},
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
