package raft

import (
	"fmt"
	"slices"
)

// requested handles a command of a client. Only the leader executes commands, and each once.
func (n *node) requested(c command) []send {
	if n.Role != leader {
		return []send{{c.Client, redirect{c.Number, n.Leader}}}
	}
	if n.Bug == staleRead && c.Value == read {
		// The leader reads at once, without committing an entry in its term. So it may have been deposed, and
		// does not know whether all entries are committed that it has from earlier leaders.
		return []send{{c.Client, answer{c.Number, n.Log[:n.Commit].values()}}}
	}
	if n.Log[:n.Commit].executed(c) > 0 {
		return n.answer(c)
	}
	n.Log = append(slices.Clip(n.Log), entry{n.Term, c})
	out := n.toOthers(n.entries)
	n.Match[n.ID], n.Next[n.ID] = len(n.Log), len(n.Log)+1
	return out
}

// entries returns the message that brings a node all entries that it may lack, in one batch.
func (n *node) entries(id int) any {
	if len(n.Next) == 0 || n.Next[id] < 1 || n.Next[id] > len(n.Log)+1 {
		panic(fmt.Sprintf("nextIndex is not an index of the log: %v", n.Next))
	}
	previous := n.Next[id] - 1
	return appendEntries{n.Term, n.ID, previous, n.Log.term(previous), n.Log[previous:], n.Commit}
}

// append handles entries of a leader.
func (n *node) append(m appendEntries) []send {
	if m.Term < n.Term {
		return n.refuse(m.From)
	}
	n.enter(m.Term)
	n.follow(m.From)
	if n.Bug == raft56 {
		// Who becomes a follower forgets its vote, and may vote again in the same term.
		n.Vote = none
	}
	previous, ok := n.previous(m)
	if !ok {
		return n.to(m.From, appendReply{n.Term, n.ID, false, m.PrevIndex})
	}
	n.Log = n.Log.with(previous, m.Entries)
	if n.Bug == raft66 && len(m.Entries) > 0 {
		// The entries replace all others in any case. If the message is late, some of these may have been
		// acknowledged, and committed by the leader.
		n.Log = slices.Concat(n.Log[:previous], m.Entries)
	}
	same := previous + len(m.Entries)
	n.Commit = max(n.Commit, min(m.Commit, same))
	if len(m.Entries) == 0 {
		return nil // as only entries are acknowledged
	}
	return n.to(m.From, appendReply{n.Term, n.ID, true, same})
}

// previous returns the index of the entry before the entries of the message, and whether the node has the same one.
func (n *node) previous(m appendEntries) (int, bool) {
	if n.Bug == raft58b && len(n.Log) == 0 && m.PrevIndex == 1 {
		// Indexes begin with 0. So there is no index before the first entry, and 0 is sent instead, which is
		// also before the second entry. A node with an empty log takes the second entry for the first.
		return 0, true
	}
	return m.PrevIndex, m.PrevIndex <= len(n.Log) && n.Log.term(m.PrevIndex) == m.PrevTerm
}

// appended handles the reply of a follower. One that is late may tell nothing.
func (n *node) appended(m appendReply) []send {
	if n.Role != leader || m.Term != n.Term || len(n.Next) == 0 || m.Index <= n.Match[m.From] {
		return nil
	}
	if !m.Success {
		if m.Index != n.Next[m.From]-1 {
			return nil
		}
		n.Next[m.From] = m.Index
		return n.to(m.From, n.entries(m.From))
	}
	n.Match[m.From], n.Next[m.From] = m.Index, m.Index+1
	return n.commit()
}

// commit commits what a majority has, if it is of this term, with all before it (figure 8 of the paper). The
// clients get their answers.
func (n *node) commit() []send {
	before, index := n.Commit, n.replicated()
	if index <= before || n.Log.term(index) != n.Term {
		return nil
	}
	n.Commit = index
	var out []send
	for i := before + 1; i <= index; i++ {
		out = append(out, n.answer(n.Log[i-1].Command)...)
	}
	return out
}

// answer returns the answer to the client whose command is committed.
func (n *node) answer(c command) []send {
	index := n.Log[:n.Commit].executed(c)
	return []send{{c.Client, answer{c.Number, n.Log[:index].values()}}}
}

// replicated returns the greatest index up to which a majority has the log.
func (n *node) replicated() int {
	var sorted []int
	for _, id := range n.Members {
		sorted = append(sorted, n.Match[id])
	}
	slices.Sort(sorted)
	if n.Bug == raft42 {
		// It is the mode of the indexes, not the median: the most frequent, the greatest of several.
		return mode(sorted)
	}
	return sorted[len(sorted)-n.majority()]
}

// mode returns the most frequent of sorted numbers, the last of several.
func mode(sorted []int) int {
	best, most, count := 0, 0, 0
	for i, x := range sorted {
		if i > 0 && sorted[i-1] != x {
			count = 0
		}
		if count++; count >= most {
			best, most = x, count
		}
	}
	return best
}
