package bounding_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
)

// What the first four branches of a state cost, by each bound. The actor 1 took the step before,
// and could go on; it takes the first two.
func ExampleBound() {
	for _, kind := range bounding.Kinds() {
		b := bounding.Of(kind, 4)
		fmt.Print(kind, " ", b.Limit(), ":")
		for sibling := range 4 {
			branch := bounding.Branch{Sibling: sibling, Before: 1, Enabled: true, Actor: 1}
			if sibling >= 2 {
				branch.Actor = 2
			}
			fmt.Print(" ", b.Charge(branch))
		}
		fmt.Println()
	}
	// Output:
	// tree 4: 0 1 1 1
	// delay 4: 0 1 2 3
	// preemption 4: 0 0 1 1
}

// A bound as a user writes it; or several, one after the other.
func ExampleParse() {
	for _, text := range []string{"4", "0..4", "4..0"} {
		b, err := bounding.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(b.Limit(), b.Several())
	}
	// Output:
	// 4 false
	// 4 true
	// invalid bound "4..0": want a number from 0, a range such as 0..4, or none
}

// None overrides the bound of a model.
func ExampleNone() {
	b, err := bounding.Parse("none")
	fmt.Println(b == bounding.None(), b.Limits(), err)
	// Output:
	// true false <nil>
}
