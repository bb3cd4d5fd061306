package testdata

import "github.com/checkmodel/checkmodel/proc"

func good(p *proc.P) bool {
	log.Append(p, 1)
	if err := log.Sync(p); err != nil {
		p.Exit(proc.Normal)
	}
	err := p.SyncDir()
	file{}.Sync(p)
	return err == nil
}

// file is not one of a disk.
type file struct{}

func (file) Sync(*proc.P) error { return nil }
