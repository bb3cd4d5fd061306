package cluster

// settled returns the states of nodes after a node has campaigned, and all messages have arrived.
func settled(lib Library, leader uint64) []state {
	all := begin()
	var sent []Message
	give := func(to uint64, in input) {
		s := &all[to-1]
		c := s.core(lib, &Logger{})
		in.into(c)
		for rd, more := c.Ready(); more; rd, more = c.Ready() {
			sent = append(sent, rd.Messages...)
			c.Advance()
		}
		s.after(in, lib, c)
	}
	give(leader, input{Do: campaign})
	for len(sent) > 0 {
		m := sent[0]
		sent = sent[1:]
		give(m.To, input{Do: step, Message: m.Body})
	}
	return all
}
