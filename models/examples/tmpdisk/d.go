package tmpdisk

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

func Models() []checker.Model {
	const f = proc.File[int]("log")
	const tmp = proc.File[int]("tmp")
	main := func(atomic bool) func(p *proc.P) {
		return func(p *proc.P) {
			p.Spawn("server", func(p *proc.P) {
				old, err := f.Read(p)
				p.Assert(err != proc.ErrTorn, "whole", "torn: %v", old)
				if err == nil {
					p.Assert(len(old) == 2, "complete", "the log is %v", old)
				}
				if atomic {
					tmp.Write(p, 1, 2)
					tmp.Sync(p)
					tmp.Rename(p, f)
					proc.SyncDir(p)
				} else {
					f.Write(p, 1, 2)
					f.Sync(p)
					proc.SyncDir(p)
				}
			}, proc.Node)
		}
	}
	return []checker.Model{
		{Name: "inplace", Main: main(false), Faults: checker.Faults{Crashes: 1, Restarts: 1, Disk: "subset"}},
		{Name: "atomic", Main: main(true), Faults: checker.Faults{Crashes: 1, Restarts: 1, Disk: "subset"}},
	}
}
