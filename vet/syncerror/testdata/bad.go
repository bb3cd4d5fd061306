package testdata

import "github.com/checkmodel/checkmodel/proc"

const log = proc.File[int]("log")

func bad(p *proc.P) {
	log.Append(p, 1)
	log.Sync(p)       // want `the error of the sync is not looked at`
	_ = p.SyncDir()   // want `the error of the sync is not looked at`
	defer log.Sync(p) // want `the error of the sync is not looked at`
}
