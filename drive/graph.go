package drive

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// graph has the explored states of the model in which no process under test can move, and the inputs and answers between them.
type graph struct {
	inputs  []Input
	alike   []string // the inputs in words, in which references make no difference
	answers []Answer
	nodes   []node // the first one is before the first step
	pairs   map[pair]bool
	actor   func(trace.ActorID) *trace.Actor
}

// node is a state.
type node struct {
	edges []*edge
	class uint64 // the state of the processes under test
}

// edge is a step from a node, and the steps of the processes under test after it.
type edge struct {
	step  trace.Step // by no actor for the beginning
	input int        // or none
	pair  pair
	ends  []*end // each with another answer or another node; none if they were not explored
}

// end is where an edge may lead.
type end struct {
	answer, to int
	steps      trace.Schedule // after the step of the edge
	refused    bool           // the program chose another one, or the state of the model is not known there
}

// pair is a state of the processes under test, with an input.
type pair struct {
	class uint64
	input int
}

// none is no input.
const none = -1

// find returns the edge of a node with the step and the input; nil if it was not explored.
func (n *node) find(e *edge) *edge {
	i := slices.IndexFunc(n.edges, func(x *edge) bool { return x.step == e.step && x.input == e.input && len(x.ends) > 0 })
	if i < 0 {
		return nil
	}
	return n.edges[i]
}

// hop is an edge on a route, and the end that it is hoped to have.
type hop struct {
	edge *edge
	end  *end
}

// route returns the shortest way from a node to the edge at which accept says that it is done. accept gets an edge, and how many
// inputs of a sequence came before on the way, and returns how many came after, and whether the way may take the edge. Its result is nil if there is no way.
func (g *graph) route(from int, accept func(e *edge, before int) (after int, may, done bool)) []hop {
	type place struct{ node, before int }
	type visit struct {
		place
		hop
		via int
	}
	seen := map[place]bool{{from, 0}: true}
	queue := []visit{{place: place{from, 0}, via: -1}}
	for at := 0; at < len(queue); at++ {
		for _, e := range g.nodes[queue[at].node].edges {
			after, may, done := accept(e, queue[at].before)
			if !may {
				continue
			}
			for _, end := range e.ends {
				if p := (place{end.to, after}); !end.refused && (done || !seen[p]) {
					seen[p] = true
					queue = append(queue, visit{p, hop{e, end}, at})
					if done {
						return backward(len(queue)-1, func(i int) (hop, int) { return queue[i].hop, queue[i].via })
					}
				}
			}
		}
	}
	return nil
}

// backward returns the hops to a visit, whose first one is before all hops.
func backward(at int, of func(int) (hop, int)) (way []hop) {
	for {
		h, via := of(at)
		if via < 0 {
			slices.Reverse(way)
			return way
		}
		way, at = append(way, h), via
	}
}
