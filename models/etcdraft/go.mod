module github.com/checkmodel/checkmodel/models/etcdraft

go 1.26

replace github.com/checkmodel/checkmodel => ../..

require (
	github.com/checkmodel/checkmodel v0.0.0
	go.etcd.io/raft/v3 v3.7.0
	google.golang.org/protobuf v1.36.11
)

require (
	github.com/hashicorp/errwrap v1.0.0 // indirect
	github.com/hashicorp/go-multierror v1.1.1 // indirect
)
