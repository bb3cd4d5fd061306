// Package raft36 has a model of go.etcd.io/raft v3.6.0, whose leaders may answer a read with an old index: etcd issue 20418.
//
// It is a module of its own, because it needs another version of the library than package etcdraft.
package raft36

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/etcdraft/cluster"
)

// Models returns the model.
func Models() []checker.Model {
	m := cluster.Reads{Library: Library}.Model()
	m.Name, m.Violates = "etcdraft36-reads", []string{cluster.FreshReads}
	return []checker.Model{m}
}
