// Package node is a library that works in goroutines of its own, as libraries for
// distributed protocols do. Tests use it in models, where it must not be used.
package node

import "sync"

// Node adds up what is proposed to it.
type Node struct {
	proposals chan int
	sums      chan int
	applied   chan chan int
	ended     sync.WaitGroup
}

// Start starts a node: a goroutine, which starts another one.
func Start() *Node {
	n := &Node{proposals: make(chan int), sums: make(chan int), applied: make(chan chan int)}
	n.ended.Add(2)
	go n.run()
	return n
}

// run hands on what is proposed.
func (n *Node) run() {
	defer n.ended.Done()
	go n.apply()
	for k := range n.proposals {
		n.sums <- k
	}
	close(n.sums)
}

// apply adds it up.
func (n *Node) apply() {
	defer n.ended.Done()
	sum := 0
	for {
		select {
		case k, ok := <-n.sums:
			if !ok {
				return
			}
			sum += k
		case reply := <-n.applied:
			reply <- sum
		}
	}
}

// Propose returns when the node has the number.
func (n *Node) Propose(k int) { n.proposals <- k }

// Sum returns the sum of what was applied so far.
func (n *Node) Sum() int {
	reply := make(chan int)
	n.applied <- reply
	return <-reply
}

// Stop ends the node and waits for its goroutines.
func (n *Node) Stop() {
	close(n.proposals)
	n.ended.Wait()
}

// Detach starts a goroutine that waits for the channel, by one that has ended when
// Detach returns.
func Detach(release <-chan bool) {
	var started sync.WaitGroup
	started.Go(func() { go wait(release) })
	started.Wait()
}

func wait(release <-chan bool) { <-release }
