// Package effects says what operations do: which rows and cells they read and change, where they put a
// message, whom they end, and whether they succeed.
//
// This is the only definition of these effects. The world executes operations by it, and a search
// uses it to predict the effects of an operation in an order that has not been executed. So a function
// here sees nothing but the event and the state of the cells.
package effects
