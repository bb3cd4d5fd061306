// Package elsewhere starts goroutines; no process is executed in it.
package elsewhere

import "sync"

// Node works in goroutines.
type Node struct{ work sync.WaitGroup }

// Start starts one.
func Start() *Node {
	n := new(Node)
	n.Grow()
	return n
}

// Grow has one goroutine more.
func (n *Node) Grow() { n.work.Go(n.run) }

func (n *Node) run() {}

// Each starts a goroutine for each function, and waits for them.
func Each(functions ...func()) {
	done := make(chan bool)
	for _, f := range functions {
		go func() { f(); done <- true }()
	}
	for range functions {
		<-done
	}
}

// Step needs none.
func (n *Node) Step() int { return 1 }

// Sorted says why it may.
func Sorted() {
	go func() {}() //checkmodel:allow concurrency it is a test
}
