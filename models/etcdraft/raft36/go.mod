module github.com/checkmodel/checkmodel/models/etcdraft/raft36

go 1.26

replace (
	github.com/checkmodel/checkmodel => ../../..
	github.com/checkmodel/checkmodel/models/etcdraft => ..
	go.etcd.io/raft/v3 => go.etcd.io/raft/v3 v3.6.0
)

require (
	github.com/checkmodel/checkmodel v0.0.0
	github.com/checkmodel/checkmodel/models/etcdraft v0.0.0
	go.etcd.io/raft/v3 v3.7.0
)

require (
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/golang/protobuf v1.5.4 // indirect
	github.com/hashicorp/errwrap v1.0.0 // indirect
	github.com/hashicorp/go-multierror v1.1.1 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
)
