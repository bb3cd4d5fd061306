package main

// disksMutants are mistakes in the disks of nodes.
var disksMutants = []mutant{
	{
		name: "failed-sync-does-its-work", in: "Disk.settle",
		old: "case o != Lost: d.apply(c)", new: "default: d.apply(c)",
		broken: "what a failed sync was to make durable always is",
	}, {
		name: "file-synced-with-its-name", in: "Disk.Sync",
		old: "!c.ofDirectory() && c.File == file", new: "c.File == file",
		broken: "the name of a synced file survives a crash",
	}, {
		name: "disk-outlives-as-it-was", in: "behaviour.restart",
		old: "if b.Patterns != nil { b.onDisk(b.Object) }", new: "",
		broken: "where a crash can leave one disk only, a restarted node finds what was not synced",
	}, {
		name: "disk-decided-if-several", in: "faults.pending",
		old: "n > 1", new: "n > 2",
		broken: "where a crash can leave one of two disks, the search explores one",
	}, {
		name: "one-more-sync-fails", in: "syncs.outcomes",
		old: "o.disks.at(before).Failed >= s.limit", new: "o.disks.at(before).Failed > s.limit",
		broken: "more syncs of a node fail than the faults say",
	}, {
		name: "disk-decided-before-the-end", in: "performChoose",
		old: "ev.Cause = a.end()", new: "",
		broken: "the search plans what is left of a disk before the crash",
	}, {
		name: "disks-of-other-values", in: "Forget",
		old: "systems[0].disks.forget()", new: "",
		broken: "after values are forgotten, an operation on a disk leads to the disk that had its number before",
	}, {
		name: "torn-record-readable", in: "Disk.torn",
		old: "next.Block = Block{Torn: true}", new: "",
		broken: "no record is ever torn by a crash",
	},
}
