package cassandra

// replica is a node's record of the row that all transactions write.
type replica struct {
	Promised  int      // no proposal with a lower ballot is accepted
	Accepted  proposal // in progress: accepted, and not known to be committed
	Committed proposal // the most recent commit
}

// prepared answers a prepare message. The answer tells what was in progress before the promise.
func (n *node) prepared(m prepare) promise {
	answer := promise{m.Ballot, m.Ballot > n.Promised, n.Promised, n.Accepted, n.Committed, n.ID}
	if !answer.OK {
		return answer
	}
	n.Promised = m.Ballot
	if n.Setting.Version == v2_0_0 && n.Accepted != (proposal{}) {
		// There is one ballot for promised and accepted proposals. From now on, an older update looks as if it had
		// been accepted with this ballot.
		n.Accepted.Ballot = n.Promised
	}
	return answer
}

// proposed accepts a proposal unless there is a promise for a higher ballot.
func (r *replica) proposed(m propose) accept {
	ok := m.Proposal.Ballot >= r.Promised
	if ok {
		r.Promised, r.Accepted = m.Proposal.Ballot, m.Proposal
	}
	return accept{m.Proposal.Ballot, ok}
}

// commit stores a commit, which may be older than the most recent one. It ends what is in progress, unless that is newer.
func (r *replica) commit(p proposal) {
	if p.Ballot > r.Committed.Ballot {
		r.Committed = p
	}
	if r.Accepted.Ballot <= p.Ballot {
		r.Accepted = proposal{}
	}
}
