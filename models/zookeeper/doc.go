// Package zookeeper is a model of the fast leader election of Apache ZooKeeper, as versions 3.4.3 and 3.4.13 do it (class
// FastLeaderElection). One of three servers may crash and be started again.
//
// A server that looks for a leader proposes one to all, at first itself. It takes over the proposal of another server if
// that is better. Once a majority proposes the same, it waits a while for something better, and then leads or follows.
// A server that leads or follows tells each server that still looks.
//
// The election alone does not keep its three properties, which are taken from "Trace Aware Random Testing for Distributed
// Systems" (OOPSLA 2019), section 5.2: ZooKeeper goes on with a phase in which a leader without followers, and a follower
// of a server that does not lead, give up and look again. That phase is left out, as in the paper, so the violations here
// are the situations from which it has to recover.
//
// All servers have the same history, so the best proposal is the server with the greatest identity. A server that
// gets no notification for a while sends its own again, at most [resends] times.
package zookeeper
