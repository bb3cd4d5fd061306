package checker

import (
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/world/symmetry"
	"github.com/checkmodel/checkmodel/parameter"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/proc/symmetric"
	"github.com/checkmodel/checkmodel/systemlog"
	"github.com/checkmodel/checkmodel/trace"
)

// Parameter is a number on which models depend; see Model.Parameters.
type Parameter = parameter.Parameter

// Model is a closed program of a protocol, together with the properties that must hold in it.
type Model struct {
	// Name identifies the model within its package. It must not be empty.
	Name string
	// Doc describes the model in a sentence. It may be empty.
	Doc string
	// Main is the first process; it starts all others.
	Main func(*proc.P)
	// World returns a new world to explore in place of the processes that Main starts; see [trace.World]. It is given the budget of
	// faults, and says what these are; for faults that it does not know it panics with a [*ModelError]. It is called for each
	// copy of the world, also by several goroutines. A model has either Main or World. With World it has no Delivery, Rules, Commuting, Symmetric, View,
	// Within, Fingerprint, nor Shrink: these are about processes. A world reaches a goal by an event of the kind Reach; its method Value returns the name for the Key.
	World func(Faults) trace.World
	// Unexplored says in a sentence what no search of the World explores; "" is nothing. If it is not empty, the verdict is at best
	// [Bounded].
	Unexplored string
	// Parameters are the parameters on which the model depends. Reports, kept failures and checkpoints say which values they have.
	Parameters []Parameter
	// Properties are the properties that processes check with Assert, for reports. The properties of
	// every model, that no process crashes (proc.NoCrash) or waits for ever (proc.NoDeadlock), need
	// not be listed.
	Properties []Property
	// Rules are properties of exposed states and announced events; see [Always], [Finally],
	// [Eventually], [Sometimes], [Monitor], [Automaton] and [Linearizable].
	Rules []Rule
	// Goals are the properties that processes must reach (see proc.P.Reach), each in at least one interleaving.
	// A complete search that misses one is not as expected, so goals detect models in which nothing happens.
	Goals []Property
	// Violates names the properties that the model is known to violate. A violation of another one is
	// unexpected, and so is a complete search without a violation. A deadlock after the failure of a process
	// (see Violation.After) is expected if the failure is. After a declared violation, a search that has a limit
	// continues to look for others; see [Options].
	Violates []string
	// Fingerprint tells a message from others of its sender and receiver when a run is minimized or a schedule is replayed
	// after an edit: a number that only counts messages should not be part of it. It is given each message, also the
	// messages of timers and monitors, and is a function of the message alone. Nil is the type and the content, without
	// the fields of structs that have the tag `checkmodel:"masked"`.
	Fingerprint func(message any) string
	// Shrink returns payloads that are smaller than the given payload of an external event (proc.External), and of the same type:
	// with fewer elements, smaller numbers, or whatever makes a run simpler. Larger changes should come first. No payload may
	// shrink, in however many steps, to itself. Shrink is a pure function. [Minimize] replaces a payload by a smaller one with
	// which the run still fails, again and again. Nil leaves out elements of slices, maps and texts, and makes numbers smaller.
	Shrink func(name string, payload any) []any
	// View selects the parts of a state that a search of [States] compares. The search then takes states with equal views
	// for one, and says so. View is given all values of a state: the states of loops, the data that processes have received
	// since their turns began, messages in mailboxes, on their way and of timers, the keys and values of rows, and records
	// of files. It returns a function that maps each value to the value to compare instead, which must be of a type that can be
	// sent. For example, this function may subtract the least of all terms from each term in it. States with equal views
	// must go on in the same way, up to the parts that the View leaves out, also for the rules: otherwise violations are
	// missed. Exposed states are compared in the same way, but are not among the values. Both functions must be pure. Other
	// searches ignore the View; nil is all of a state.
	View func(values iter.Seq[any]) func(value any) any
	// Log returns the events of the model for which a line in the log of a real system may stand, for package conform; nil is [systemlog.Named].
	Log func(systemlog.Line) systemlog.Meaning
	// Within says of a state, by its values as the View has them, whether a search of [States] goes on from there. A state of
	// which it returns false is judged, but not left. Such states are counted (Result.Beyond), and the verdict is at best
	// [Bounded]. It must be pure. Other searches ignore it; nil is true.
	Within func(values iter.Seq[any]) bool
	// Symmetric are groups of processes that are alike, for searches of [States]. Other searches, and those of [Auto] that cannot use them, ignore them.
	Symmetric []symmetric.Group
	// Commuting claims which messages commute; see [Commutes].
	Commuting []Commuting
	// Delivery says how messages travel, unless Options do; "" is proc.Instant. Then a message arrives when
	// it is sent, and a search cannot find a bug that needs a delayed message. Messages between some processes
	// can travel in another way than the rest (proc.Delivery.Between).
	Delivery proc.Delivery
	// Faults says which faults happen, unless Options do; the zero value is none.
	Faults Faults
	// Search says how the model is searched, unless Options do.
	Search SearchDefaults
}

// reporter adds a problem to a list.
type reporter func(format string, args ...any)

// validate returns an error with a line for each problem of the model.
func (m *Model) validate() error {
	var all []error
	problem := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	model := "model " + m.Name
	switch {
	case m.Name == "":
		problem("a model has no name; set checker.Model.Name")
		model = "a model without a name"
	case !utf8.ValidString(m.Name):
		problem("the name %q of a model is not UTF-8; set another checker.Model.Name", m.Name)
		model = fmt.Sprintf("model %q", m.Name)
	}
	if m.Main == nil && m.World == nil {
		problem("%s has no first process; set checker.Model.Main", model)
	}
	m.validateWorld(model, problem)
	if slices.Contains(m.Violates, "") {
		problem("%s declares the violation of a property without a name", model)
	}
	for _, err := range problems.Each(parameter.List(m.Parameters).Validate()) {
		problem("%s %w", model, err)
	}
	m.validateRules(model, problem)
	validateNames(model, "Properties", m.Properties, problem)
	validateNames(model, "Goals", m.Goals, problem)
	times := map[string]int{}
	for _, p := range m.goalsAndRules() {
		if times[p.Name]++; times[p.Name] == 2 && p.Name != "" {
			problem("%s has several rules or goals with the name %q; give each its own", model, p.Name)
		}
	}
	m.validateCommuting(model, problem)
	if why := symmetry.Groups(m.Symmetric).Problem(); why != "" {
		problem("%s has wrong groups in checker.Model.Symmetric: %s", model, why)
	}
	m.validateSearch(model, problem)
	return problems.Join(all...)
}

// validateWorld reports the fields that a model with a World of its own cannot have.
func (m *Model) validateWorld(model string, problem reporter) {
	if m.World == nil {
		return
	}
	for _, field := range []struct {
		name string
		set  bool
	}{
		{"Main", m.Main != nil}, {"Rules", len(m.Rules) > 0}, {"Commuting", len(m.Commuting) > 0},
		{"View", m.View != nil}, {"Within", m.Within != nil}, {"Fingerprint", m.Fingerprint != nil}, {"Shrink", m.Shrink != nil},
		{"Delivery", m.Delivery != ""}, {"Symmetric", len(m.Symmetric) > 0},
	} {
		if field.set {
			problem("%s has a checker.Model.World and a %s, which is about the processes that Main starts; leave one of them out", model, field.name)
		}
	}
}

// validateRules reports rules that cannot judge anything, or have no name.
func (m *Model) validateRules(model string, problem reporter) {
	for _, r := range m.Rules {
		if r.is.Begin == nil {
			problem("%s has an empty rule %q; make rules by Always, Finally, Eventually, AlwaysPossible, Sometimes, Monitor or Automaton", model, r.Name)
		}
		if r.is.Living && r.is.Events {
			problem("%s sets Living on the rule %q, which is about events; only states end with their process, so use Always, Finally, Eventually, AlwaysPossible or Sometimes", model, r.Name)
		}
		if r.is.Strong && !r.is.Eventual {
			problem("%s sets Strong on the rule %q, which is not about infinite interleavings; use Eventually", model, r.Name)
		}
		if r.is.Ends != nil && !r.is.Events {
			problem("%s sets Intervals on the rule %q, which is about states; only events begin and end intervals, so use Monitor or Automaton", model, r.Name)
		}
	}
	validateNames(model, "Rules", m.ruleProperties(), problem)
}

// validateCommuting reports claims that Commutes did not make, that have no name, or that share the name of another claim.
func (m *Model) validateCommuting(model string, problem reporter) {
	var properties []Property
	for _, c := range m.Commuting {
		if c.holds == nil {
			problem("%s has an empty claim %q in checker.Model.Commuting; make claims by Commutes", model, c.Name)
		}
		if slices.ContainsFunc(properties, func(p Property) bool { return p.Name == c.Name && c.Name != "" }) {
			problem("%s has several claims with the name %q in checker.Model.Commuting; give each its own", model, c.Name)
		}
		properties = append(properties, c.Property)
	}
	validateNames(model, "Commuting", properties, problem)
}

// validateNames reports the properties in a field of the model that have no name, or a name that cannot be
// part of a checkpoint, which is text.
func validateNames(model, field string, properties []Property, problem reporter) {
	for i, p := range properties {
		if p.Name == "" {
			problem("%s has a property without a name, the one at %d of %d in checker.Model.%s; set its Name", model, i+1, len(properties), field)
		}
		if !utf8.ValidString(p.Name) {
			problem("%s has a property in checker.Model.%s whose name %q is not UTF-8; set another Name", model, field, p.Name)
		}
	}
}

func (m *Model) validateSearch(model string, problem reporter) {
	own := Options{}.For(m)
	err := own.Validate(m, func(field string) string {
		if field == "Delivery" || field == "Faults" {
			return "checker.Model." + field
		}
		return fieldsOf("checker.Model.Search")(field)
	})
	for _, err := range problems.Each(err) {
		problem("%s: %w", model, err)
	}
	if n := m.Search.Runs; n < 0 {
		problem("%s: checker.Model.Search.Runs is %d; it must be 0 (the default, %d) or more", model, n, DefaultRuns)
	}
	if s := m.Search.Seconds; s < 0 {
		problem("%s: checker.Model.Search.Seconds is %d; it must be 0 (no limit) or more", model, s)
	}
}

// goalsAndRules returns the goals and the rules.
func (m *Model) goalsAndRules() []Property { return slices.Concat(m.Goals, m.ruleProperties()) }

// ruleProperties returns the properties of the rules.
func (m *Model) ruleProperties() (all []Property) {
	for _, r := range m.Rules {
		all = append(all, r.Property)
	}
	return all
}

// GoalNames returns the names of the goals of the model, including the goals among the rules ([Sometimes]).
func (m *Model) GoalNames() (names []string) {
	for _, p := range m.goals() {
		names = append(names, p.Name)
	}
	return names
}

// goals returns all goals of the model, including the goals among the rules.
func (m *Model) goals() []Property {
	all := slices.Clone(m.Goals)
	for _, r := range m.Rules {
		if r.is.Goal {
			all = append(all, r.Property)
		}
	}
	return all
}

// Rule returns the rule with a name; nil if there is none.
func (m *Model) Rule(name string) *Rule {
	if i := slices.IndexFunc(m.Rules, func(r Rule) bool { return r.Name == name }); i >= 0 {
		return &m.Rules[i]
	}
	return nil
}

// rules returns the rules, with their names.
func (m *Model) rules() (all rules.List) {
	for _, r := range m.Rules {
		r.is.Name = r.Name
		all = append(all, r.is)
	}
	return all
}

// Declares reports whether the model declares the violation: Violates names its property, or a property in its After.
func (m *Model) Declares(v *Violation) bool {
	return v.Declared(m.Violates)
}

// fieldsOf returns the names of options that are fields of the structure.
func fieldsOf(structure string) func(string) string {
	return func(field string) string { return structure + "." + field }
}
