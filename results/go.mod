module github.com/checkmodel/checkmodel/results

go 1.26

replace github.com/checkmodel/checkmodel => ../

require github.com/checkmodel/checkmodel v0.0.0

require github.com/elastic/go-seccomp-bpf v1.6.0 // indirect

require (
	github.com/hashicorp/errwrap v1.0.0 // indirect
	github.com/hashicorp/go-multierror v1.1.1 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	golang.org/x/sync v0.19.0
	golang.org/x/sys v0.39.0 // indirect
)
