package real

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/nearest"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/ptrace"
	"github.com/checkmodel/checkmodel/trace"
)

// Cluster is a distributed system of real programs.
type Cluster struct {
	Name string // of the model
	Doc  string // describes it in a sentence; it may be empty
	// Nodes are the servers. They may wait for ever, and must not end by themselves.
	Nodes []Node
	// Clients use the nodes. A run ends when all of them have ended, each with status 0. Without clients it ends after
	// Events.
	Clients []Node
	// CPUs is the number of processors that programs see; 0 is 2. They run on one.
	CPUs int
	// Seed is the beginning of the random numbers that programs get; another one may lead to other behaviour in the same schedule.
	Seed uint64
	// Delay is by how much a deadline may come before a packet or deadline that is earlier; 0 is DefaultDelay. The
	// greater it is, the more often the timeouts of the programs expire.
	Delay time.Duration
	// Faults is the budget of faults. These are known: Crashes and Restarts of nodes, with Disk (which writes survive, but not DiskSubset);
	// SyncFailures of each node: the unsynced data of the file are never durable; Partitions, of which each cuts the network between the nodes in two
	// parts for some time; Pauses of nodes; Reorderings, which are packets, or second halves of packets, that are late, with all after them on their connection; Losses, which
	// are packets that are lost when their connection is reset.
	// All but restarts are decided at the beginning of a run: which node a fault hits, and at which point.
	Faults checker.Faults
	// Lengths are how long cuts, pauses and delays may last; nil is 50 ms, 300 ms and 2 s.
	Lengths []time.Duration
	// Points is the number of points of a node among which a fault is placed; 0 is DefaultPoints. The beginning of each event is one, and each
	// packet that the node sends, and each change of its files.
	Points int
	// Events is the number of events after which a run is cut; 0 is DefaultEvents.
	Events int
	// DiskSize is the size of the directory of each program, in bytes; 0 is DefaultDiskSize.
	DiskSize int64
	// Patience is the processor time after which a thread that makes no system call ends the run with an error; 0 is DefaultPatience. Such a
	// thread may wait for another one, which never runs then.
	Patience time.Duration
	// Calls says to show the system calls of each event in traces.
	Calls bool
	// Decode describes messages in traces; it may be nil. Messages of which it returns "" are shown as bytes.
	Decode func(Message) (string, error)
	// Rules are the properties of the lines that programs print. That no node ends and no client fails need not be
	// listed, and that no client waits for ever.
	Rules []Rule
	// Validation judges the files of all nodes and clients; none does if it has no Command.
	Validation Validation
}

// Defaults of a Cluster.
const (
	DefaultDelay    = 20 * time.Millisecond
	DefaultEvery    = 100
	DefaultPoints   = 200
	DefaultEvents   = 3_000
	DefaultDiskSize = 1 << 30
	DefaultPatience = 10 * time.Second
)

var defaultLengths = []time.Duration{50 * time.Millisecond, 300 * time.Millisecond, 2 * time.Second}

// Node is a program on a machine of its own.
type Node struct {
	// Name is the name of the node. It must be unique.
	Name string
	// Command is the program, which is looked up as a shell does, and its arguments. In arguments, in Env and in Files {NAME} stands for the
	// address of the node or client with that name.
	Command []string
	// Env is the environment.
	Env []string
	// Files are in its directory at the beginning.
	Files map[string][]byte
}

// Validation is a program that judges a state of the cluster, which it does not disturb: it runs on a machine of its own, and finds in its directory
// copies of the files of all nodes and clients, as these see them, each in a directory with the name of the node. If it ends with another
// status than 0, or by a signal, the property that it is named after is violated, and the lines that it prints say why.
type Validation struct {
	Node
	// Every is the number of events after each of which it runs; 0 is DefaultEvery. It also runs when the last client has ended.
	Every int
}

// Rule is a property of the lines that programs print.
type Rule struct {
	Name string // of the property
	// New is called at the beginning of a run. It returns a function that is called with each line; its error says how the
	// property is violated. The function may remember lines, and must depend on nothing else.
	New func() func(Line) error
}

// Message has the bytes that a node or client has sent to another one by one call.
type Message struct {
	From, To string
	Data     []byte
}

// Line is a line that a program has printed.
type Line struct {
	Node string
	Life int // counts the starts of the node, from 1
	Text string
}

const usualRuns = 1_000

// Model returns the model of the cluster, to be checked by strategies that draw interleavings. Its programs must exist when it is checked.
func (c Cluster) Model() checker.Model {
	m := checker.Model{
		Name: c.Name, Doc: c.Doc, Faults: c.Faults,
		World: func(f checker.Faults) trace.World {
			with := c
			with.Faults = f
			return newWorld(&with, nil)
		},
		Unexplored: "a run ends with its last client, and each program has one order of its threads and one sequence of random numbers",
		Search:     checker.SearchDefaults{Algorithm: checker.Portfolio, Runs: usualRuns, MaxEvents: cmp.Or(c.Events, DefaultEvents)},
	}
	for _, r := range c.Rules {
		m.Properties = append(m.Properties, checker.Property{Name: r.Name})
	}
	if c.validates() {
		m.Properties = append(m.Properties, checker.Property{Name: c.Validation.Name})
	}
	return m
}

// CheckSupport returns an error that says why real programs cannot be explored here, or nil. Tests may skip with it as the reason.
func CheckSupport() error { return ptrace.CheckSupport() }

// all returns the nodes and the clients.
func (c *Cluster) all() []Node { return slices.Concat(c.Nodes, c.Clients) }

// validates reports whether there is a validation.
func (c *Cluster) validates() bool { return len(c.Validation.Command) > 0 }

// mostParted is the number of nodes of which the network can be cut: there are almost 2,048 ways to cut it then.
const mostParted = 12

// mostNodes is the number of machines that have addresses.
const mostNodes = 200

// check returns an error that lists the mistakes in a cluster.
func (c *Cluster) check() error {
	var found []error
	problem := func(format string, args ...any) { found = append(found, fmt.Errorf(format, args...)) }
	names := map[string]bool{}
	all := c.all()
	if c.validates() || c.Validation.Name != "" {
		all = append(all, c.Validation.Node)
	}
	for _, n := range all {
		switch {
		case n.Name == "" || strings.ContainsAny(n.Name, "/#{} "):
			problem("the name %q of a node is empty or has one of the characters /#{} or a space", n.Name)
		case names[n.Name]:
			problem("two nodes have the name %s", n.Name)
		}
		names[n.Name] = true
		if len(n.Command) == 0 {
			problem("%s has no Command", n.Name)
		} else if _, err := exec.LookPath(n.Command[0]); err != nil {
			problem("%s: %v", n.Name, err)
		}
		for name := range n.Files {
			if !filepath.IsLocal(name) {
				problem("%s: the file %s is not in its directory", n.Name, name)
			}
		}
	}
	if n := len(c.all()); n == 0 || n > mostNodes {
		problem("there are %d nodes and clients, and there must be between 1 and %d", n, mostNodes)
	}
	if c.Validation.Every < 0 || c.CPUs < 0 || c.CPUs > 64 || c.Delay < 0 || c.Points < 0 || c.Events < 0 || c.DiskSize < 0 || c.Patience < 0 {
		problem("CPUs must be from 0 to 64, and Delay, Points, Events, Every, DiskSize and Patience at least 0")
	}
	c.checkAddresses(problem)
	c.checkFaults(problem)
	for _, r := range c.Rules {
		if r.Name == "" || r.New == nil {
			problem("a rule has no Name or no New")
		}
	}
	if err := problems.Join(found...); err != nil {
		return fmt.Errorf("cluster %s: %w", c.Name, err)
	}
	return nil
}

// address is the placeholder of the address of a node, with the port after it. In a shell, ${NAME} is something else.
var address = regexp.MustCompile(`(?:^|[^$])\{([\w.-]+)\}:`)

// checkAddresses reports names in addresses that no node and no client has.
func (c *Cluster) checkAddresses(problem func(format string, args ...any)) {
	var names []string
	for _, n := range c.all() {
		names = append(names, n.Name)
	}
	for _, n := range c.all() {
		for _, text := range slices.Concat(n.Command, n.Env) {
			for _, m := range address.FindAllStringSubmatch(text, -1) {
				if !slices.Contains(names, m[1]) {
					problem("%s: {%s} stands for no address in %q: %s", n.Name, m[1], text, nearest.Among(m[1], "name", names))
				}
			}
		}
	}
}

// checkFaults reports the faults that are not known here.
func (c *Cluster) checkFaults(problem func(format string, args ...any)) {
	f := c.Faults
	known := checker.Faults{
		Crashes: f.Crashes, Restarts: f.Restarts, Disk: f.Disk, SyncFailures: f.SyncFailures, Partitions: f.Partitions, Pauses: f.Pauses, Reorderings: f.Reorderings, Losses: f.Losses,
	}
	if !reflect.DeepEqual(f, known) || f.Disk == checker.DiskSubset {
		problem("Faults may have Crashes, Restarts, SyncFailures, Partitions, Pauses, Reorderings, Losses, and a Disk that is not DiskSubset; others are not known for real programs")
	}
	for _, n := range []int{f.Crashes, f.SyncFailures, f.Partitions, f.Pauses, f.Reorderings, f.Losses} {
		if n < 0 || n > faults.Max {
			problem("each number of Faults must be from 0 to %d", faults.Max)
			break
		}
	}
	if f.Partitions > 0 && (len(c.Nodes) < 2 || len(c.Nodes) > mostParted) {
		problem("Partitions are of 2 to %d Nodes, and there are %d", mostParted, len(c.Nodes))
	}
	if f.Crashes+f.SyncFailures+f.Pauses > 0 && len(c.Nodes) == 0 {
		problem("there are faults of nodes and no Nodes")
	}
	for _, d := range c.Lengths {
		if d <= 0 || d > time.Hour {
			problem("each of Lengths must be above 0 and at most an hour")
			break
		}
	}
}
