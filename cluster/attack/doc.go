// Package attack tests that a search loses nothing and counts nothing twice, whatever fails: it kills workers, coordinators and the
// server, cuts and delays their connections, stops processes, repeats messages, and deletes what the server stores.
//
//	go test ./attack                        a short attack
//	go test ./attack -long -timeout 0       300 kills
//	go test ./attack -seed 7                another one
package attack
