package zookeeper

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the election by both versions, each without a fault, and with a crash and a restart. Those with a crash
// do not keep the properties.
func Models() []checker.Model {
	crash := checker.Faults{Crashes: 1, Restarts: 1}
	broken := []string{oneLeader, allDecide, followLeader}
	return []checker.Model{
		{Name: "zookeeper-2-servers", Doc: "Two servers of version 3.4.13 elect a leader.", Main: elect(2, v3_4_13), Rules: rules(), Delivery: proc.Channel},
		{Name: "zookeeper", Doc: "Three servers of version 3.4.13 elect a leader; one may crash and be started again.",
			Main: elect(3, v3_4_13), Rules: rules(), Faults: crash, Delivery: proc.Channel, Violates: broken},
		{Name: "zookeeper-3.4.3", Doc: "Three servers of version 3.4.3 elect a leader; one may crash and be started again.",
			Main: elect(3, v3_4_3), Rules: rules(), Faults: crash, Delivery: proc.Channel, Violates: broken},
	}
}

// elect starts the servers. They find each other in a table, also after a restart.
func elect(servers int, v version) func(*proc.P) {
	return func(p *proc.P) {
		where := keep(p)
		var all []proc.PID
		for id := 1; id <= servers; id++ {
			all = append(all, p.Spawn(fmt.Sprint("server", id), func(p *proc.P) {
				server{ID: id, Version: v, Servers: where.Await(p, "all", nil)}.run(p)
			}, proc.Node, proc.Daemon))
		}
		where.Insert(p, "all", all)
	}
}

// keep starts a process that owns a table for ever, and returns the table.
func keep(p *proc.P) proc.Table[string, []proc.PID] {
	main := p.Self()
	p.Spawn("keeper", func(p *proc.P) {
		p.Send(main, proc.NewTable[string, []proc.PID](p, "servers"))
		p.Receive(proc.Equal("end")) // which never comes
	}, proc.Daemon)
	return proc.Receive[proc.Table[string, []proc.PID]](p)
}
