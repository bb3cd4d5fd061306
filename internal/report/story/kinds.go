package story

import (
	"github.com/checkmodel/checkmodel/trace"
)

// Kinds of events that are folded, as trace.Kind.String has them.
var (
	KindSpawn    = trace.Spawn.String()
	KindTimer    = trace.TimerStart.String()
	kindSend     = trace.Send.String()
	kindSendName = trace.SendName.String()
	KindExit     = trace.Exit.String()
	KindDeliver  = trace.Deliver.String()
	KindDown     = trace.Down.String()
	kindFlush    = trace.Demonitor.String()
	KindExpire   = trace.TimerExpire.String()
	kindSignal   = trace.ExitSignal.String()
	kindInsert   = trace.TableInsert.String()
	kindRegister = trace.Register.String()
	KindRelease  = trace.TableRelease.String()
	kindFaults   = trace.DecideFaults.String()
	KindCrash    = trace.Crash.String()
	kindRestart  = trace.Restart.String()
	kindLeft     = trace.DecideSurviving.String()
	KindSever    = trace.Sever.String()
	KindHeal     = trace.Heal.String()
	kindOnTheWay = trace.PutOnTheWay.String()
	KindTimeout  = trace.ReceiveTimeout.String()
	preparations = []string{
		KindSpawn, KindTimer, trace.TableNew.String(), kindInsert, kindRegister,
		trace.Link.String(), trace.Monitor.String(), trace.TrapExits.String(), trace.TableHeir.String(),
	}
	// Operations of a process on others that it starts.
	startings = []string{KindSpawn, kindRegister, trace.Link.String(), trace.Monitor.String()}
)
