package story

import (
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Kinds of events that are folded, as kind.Kind.String has them.
var (
	KindSpawn    = kind.Spawn.String()
	KindTimer    = kind.TimerStart.String()
	kindSend     = kind.Send.String()
	kindSendName = kind.SendName.String()
	KindExit     = kind.Exit.String()
	KindDeliver  = kind.Deliver.String()
	KindDown     = kind.Down.String()
	kindFlush    = kind.Demonitor.String()
	KindExpire   = kind.TimerExpire.String()
	kindSignal   = kind.ExitSignal.String()
	kindInsert   = kind.TableInsert.String()
	kindRegister = kind.Register.String()
	KindRelease  = kind.TableRelease.String()
	kindFaults   = kind.DecideFaults.String()
	KindCrash    = kind.Crash.String()
	kindRestart  = kind.Restart.String()
	kindLeft     = kind.DecideSurviving.String()
	KindSever    = kind.Sever.String()
	KindHeal     = kind.Heal.String()
	kindOnTheWay = kind.PutOnTheWay.String()
	KindsTimeout = []string{kind.ReceiveTimeout.String(), kind.CollectTimeout.String()}
	preparations = []string{
		KindSpawn, KindTimer, kind.TableNew.String(), kindInsert, kindRegister,
		kind.Link.String(), kind.Monitor.String(), kind.TrapExits.String(), kind.TableHeir.String(),
	}
	// Operations of a process on others that it starts.
	startings = []string{KindSpawn, kindRegister, kind.Link.String(), kind.Monitor.String()}
)
