// Command assembly prints the counter of cycles, which it reads by itself.
package main

import "fmt"

func cycles() int64

func main() { fmt.Println("cycles", cycles(), cycles()) }
