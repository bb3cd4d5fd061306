package spark

// The messages of the environment, in external events.
type (
	start  struct{} // starts a process that is not up
	kill   struct{} // ends it
	submit struct { // asks the master to launch a driver
		Driver    int
		Supervise bool // launch it again if it fails
	}
	job struct { // asks a driver to execute tasks
		ID    int
		Tasks []task
	}
)

// Between the master and workers.
type (
	registerWorker   struct{ Worker int }
	registeredWorker struct{}
	heartbeat        struct{ Worker int }
	reconnect        struct{} // to a worker that the master does not know
	workerLost       struct{ Worker int }
	launchDriver     struct{ Driver int }
	driverEnded      struct{ Driver int }
	launchExecutor   struct{ Driver int }
	killExecutor     struct{ Driver int }
)

// Between the master and drivers.
type (
	registerApplication   struct{ Driver int }
	registeredApplication struct{}
	driverLost            struct{ Driver int }
)

// Between workers and drivers.
type (
	startedBy        struct{ Worker int } // starts a driver
	registerExecutor struct{ Worker int }
	executorLost     struct{ Worker int }
	launchTask       struct {
		Driver int
		Task   taskID
	}
	finished struct {
		Worker int
		Task   taskID
	}
)

// During the recovery of the master.
type (
	masterChanged struct{}
	workerState   struct {
		Worker             int
		Drivers, Executors []int
	}
	masterChangeNoticed struct{ Driver int }
)

// The messages of timers.
type (
	tick            struct{}
	recoveryTimeout struct{ Left int } // how often it starts again before the recovery ends
	taskEnds        struct {
		Driver int
		Task   taskID
	}
)

// send is a message, and where it goes.
type send struct {
	To      address
	Message any
}

// address is the master, or a worker or a driver with its ID.
type address struct {
	Role role
	ID   int
}

type role string

const (
	toMaster role = "master"
	toWorker role = "worker"
	toDriver role = "driver"
)

// outbox is the messages that a step sends.
type outbox []send

func (o *outbox) master(message any)         { *o = append(*o, send{address{toMaster, 0}, message}) }
func (o *outbox) worker(id int, message any) { *o = append(*o, send{address{toWorker, id}, message}) }
func (o *outbox) driver(id int, message any) { *o = append(*o, send{address{toDriver, id}, message}) }
