// Package spark models the layer of Apache Spark that starts and schedules: a master with its database, workers with executors, and
// drivers, which schedule the tasks of their jobs. It has the three bugs of Spark of
//
//	Colin Scott and others: "Minimizing Faulty Executions of Distributed Systems" (NSDI 2016)
//
// as that paper tells them in its appendix.
//
// # The protocol
//
// Workers register with the master, and then send heartbeats. A driver is started by the environment, or by a worker on behalf
// of the master, to which it has been submitted. It registers its application, again each time that its timer expires, until it
// has an answer. The master has each worker launch an executor for each application, which registers with the driver. The
// driver offers free executors to its jobs, and launches their tasks there: first tasks with their data in the executor, then
// tasks with their data at the worker, then tasks without a preference. Others wait for a while before they run anywhere.
//
// The master stores workers, drivers and applications in the database before it tells anyone of them. When it is started after a
// failure, it reads them, and asks workers and applications whether they are there. Workers tell which drivers and
// executors they have. When all have answered, or when a timer expires, the master forgets what has not, and launches
// supervised drivers again that no worker has.
//
// Each process handles one message after the other. Its step is a function from state and message to the next state and messages.
// Channels are FIFO, as connections are. A process that fails sends what others learn when connections to it break, and
// then ignores everything until it is started.
//
// # The bugs
//
//   - spark-2294: The scheduler looks for a task with increasing levels of locality, and with each level also takes tasks
//     without a preference. So it launches them before others whose data are at the worker.
//   - spark-3150: The database does not tell which worker a driver had. The master that recovers leaves it nil, and follows
//     the pointer of each driver that no worker has claimed. Its next start reads the same. The report is of a driver that has
//     failed together with the master. It takes less: a driver that still waits for a worker suffices.
//   - spark-9256: The master stores an application each time that a driver registers it. The name of the record has the
//     second, so a second time within one second is an error of the database, on which the master crashes.
//
// # What is kept and dropped
//
// Kept are the necessary parts for these three, and their surroundings: submitting, launching and failing of drivers, tasks with
// preferences and delay scheduling, the recovery of the master, heartbeats, and reconnects of workers that a master does not know.
//
// The model omits standby masters and their election; timeouts of workers, which are only lost when their connection breaks; cores
// and memory, for which there are slots; racks; speculative tasks, which spark-2294 launches too early in the same way; and stages,
// results and failures of tasks. An executor is a part of its worker. A driver runs until it fails.
//
// # Long runs
//
// Package models/spark/long has models with about as many messages and external events as the runs of the paper. There a driver
// registers again, and a recovery ends, only after several timers, which seldom expire before the answer. How long the
// environment waits before an event is a choice, so a run that is minimized does not wait.
//
// # Sources
//
// The bugs are told in the issues SPARK-2294, SPARK-3150 and SPARK-9256, and in pull requests 1313 and 2062 of apache/spark,
// which repair the first two. The protocol follows the classes Master, Worker, DriverInfo, TaskSchedulerImpl and TaskSetManager
// of Spark 1.0. SPARK-9256 is repaired here by a master that stores an application once.
package spark
