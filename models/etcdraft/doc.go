// Package etcdraft has models of go.etcd.io/raft, the library for Raft of etcd: each node is a process with a RawNode of
// that library, which is not changed.
//
// Package cluster has the process of a node: its Ready loop, its disk and its messages. This package has the code that depends
// on the version of the library. The page docs/real-code.md of the repository tells how it is done, and its cost.
//
// Program systemlogs writes logs of the library, which package models/etcdlog fits.
//
// The package is a module of its own, so that other users of the checker do not need the library.
package etcdraft
