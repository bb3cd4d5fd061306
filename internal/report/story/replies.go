package story

import (
	"github.com/checkmodel/checkmodel/trace"
)

// repliesOf maps the number of the send of each reply to the number of the request. Requests of
// [proc.Call] and their replies are recognized by their references. Otherwise, a message to a process
// counts as the reply to the last message taken from it, unless that was a reply itself: a server that
// answers late would seem to ask for the next request.
func repliesOf(entries []trace.Entry) map[int]int {
	replies := map[int]int{}
	calls := map[string]int{}    // reference -> request
	asked := map[[2]string]int{} // who, by whom -> message
	for i := range entries {
		e := &entries[i]
		switch {
		case e.Request != "" && sends(e):
			calls[e.Request] = e.Number
		case e.Reply != "" && sends(e):
			if request := calls[e.Reply]; request > 0 {
				replies[e.Number] = request
			}
		case e.Request != "" || e.Reply != "":
		case Takes(e) && replies[e.Sent] == 0:
			asked[[2]string{e.Process, e.With}] = e.Sent
		case sends(e):
			who := [2]string{e.Process, e.With}
			if request := asked[who]; request > 0 {
				replies[e.Number] = request
				delete(asked, who)
			}
		}
	}
	return replies
}
