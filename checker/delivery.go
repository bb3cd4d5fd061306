package checker

import "fmt"

// checkDelivery returns an error if a link of the delivery of the model matches nothing that was sent.
func (s *search) checkDelivery() error {
	r := s.result
	if o := &r.Options; o.Delivery != r.Model.Delivery || o.Replay != nil || o.Resume != nil || r.Interleavings == 0 || r.Stop != NotStopped {
		return nil
	}
	for _, l := range s.First.System.Environment().Unrouted() {
		r.Verdict = Failed
		return fmt.Errorf("model %s: checker.Model.Delivery has the link %s, but no such process sends anything to another such one, or an earlier link matches; "+
			"correct the names of the processes", r.Model.Name, l)
	}
	return nil
}
