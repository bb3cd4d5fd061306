package bounding_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
)

// What the first four children of a state cost, by each bound.
func ExampleBound() {
	for _, b := range []bounding.Bound{bounding.Tree(4), bounding.Delay(4)} {
		fmt.Print(b.Name(), " ", b.Limit(), ":")
		for sibling := range 4 {
			fmt.Print(" ", b.Charge(sibling))
		}
		fmt.Println()
	}
	// Output:
	// tree 4: 0 1 1 1
	// delay 4: 0 1 2 3
}

// A bound as a user writes it; or several, one after the other.
func ExampleParseRange() {
	for _, text := range []string{"4", "0..4", "4..0"} {
		r, err := bounding.ParseRange(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Tree().Limit(), r.Several)
	}
	// Output:
	// 4 false
	// 4 true
	// "4..0" is neither a bound, as 4, nor a first and a last one, as 0..4, from 0, nor none
}

// A model may ask for a bound; none does away with it.
func ExampleNone() {
	r, err := bounding.ParseRange("none")
	fmt.Println(r.Tree(), r.Tree() == bounding.None{}, err)
	// Output:
	// {} true <nil>
}
