package checker

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
)

// Model is a closed program of a protocol, together with what must hold of it.
type Model struct {
	// Name identifies the model within its package. It must not be empty.
	Name string
	// Doc says in a sentence what the model shows. It may be empty.
	Doc string
	// Main is the first process; it starts all others.
	Main func(*proc.P)
	// Properties are those that the processes check with Assert, for reports. Those
	// that the checker judges are in Rules.
	// The properties that hold of every model need not be listed: that no
	// process crashes (proc.NoCrash), and none waits for ever (proc.NoDeadlock).
	Properties []Property
	// Rules are the properties of what processes expose and announce; see [Always],
	// [Finally], [Sometimes] and [Monitor].
	Rules []Rule
	// Goals are what processes must reach (see proc.P.Reach), each in at least one
	// interleaving: a search that is complete and misses one is not as expected. They
	// guard against models in which nothing happens.
	Goals []Property
	// Violates lists the names of the properties that the model is known to
	// violate. A violation of any other is unexpected, and so is a complete
	// search that finds none of these. A search that has a limit looks for others
	// after one of these; see [Options].
	Violates []string
	// Delivery says how messages travel, unless Options do; the empty one is proc.Instant.
	// Then a message is there as soon as it is sent, and a bug that needs a delayed one
	// does not exist.
	Delivery proc.Delivery
	// Search says how the model is searched, unless Options do.
	Search Search
}

// validate returns an error that says all that is wrong with the model.
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
	if m.Main == nil {
		problem("%s has no first process; set checker.Model.Main", model)
	}
	if slices.Contains(m.Violates, "") {
		problem("%s declares the violation of a property without a name", model)
	}
	all = append(all, m.validateRules(model), named(model, "Properties", m.Properties), named(model, "Goals", m.Goals), m.distinct(model))
	ownSearch := func(field string) string {
		if field == "Delivery" {
			return "checker.Model.Delivery"
		}
		return fieldsOf("checker.Model.Search")(field)
	}
	own := Options{}.For(m)
	for _, err := range problems.Each(own.Validate(ownSearch)) {
		problem("%s: %w", model, err)
	}
	if s := m.Search.Seconds; s < 0 {
		problem("%s: checker.Model.Search.Seconds is %d; it must be 0 (no limit) or more", model, s)
	}
	return problems.Join(all...)
}

// validateRules returns an error about rules that cannot judge anything, or have no name.
func (m *Model) validateRules(model string) error {
	var all []error
	var properties []Property
	for _, c := range m.Rules {
		if c.begin == nil {
			all = append(all, fmt.Errorf("%s has a rule %q that is made of nothing; make it of a function, by Always, Finally, Sometimes or Monitor", model, c.Name))
		}
		if c.living && c.events {
			all = append(all, fmt.Errorf("%s asks for the Living of the rule %q, which is about events; only states go away as a process ends, so use Always, Finally or Sometimes", model, c.Name))
		}
		properties = append(properties, c.Property)
	}
	return problems.Join(append(all, named(model, "Rules", properties))...)
}

// named returns an error about the properties in that field of the model that have no
// name, or one that is no text: checkpoints are.
func named(model, field string, properties []Property) error {
	var all []error
	for i, p := range properties {
		if p.Name == "" {
			all = append(all, fmt.Errorf("%s has a property without a name, the one at %d of %d in checker.Model.%s; set its Name", model, i+1, len(properties), field))
		}
		if !utf8.ValidString(p.Name) {
			all = append(all, fmt.Errorf("%s has a property in checker.Model.%s whose name %q is not UTF-8; set another Name", model, field, p.Name))
		}
	}
	return problems.Join(all...)
}

// distinct returns an error about rules and goals that cannot be told apart.
func (m *Model) distinct(model string) error {
	times := map[string]int{}
	asked := m.goals()
	for _, c := range m.Rules {
		if !c.goal {
			asked = append(asked, c.Property)
		}
	}
	var all []error
	for _, p := range asked {
		if times[p.Name]++; times[p.Name] == 2 && p.Name != "" {
			all = append(all, fmt.Errorf("%s has several rules or goals with the name %q; give each its own", model, p.Name))
		}
	}
	return problems.Join(all...)
}

// goals returns all that must be reached.
func (m *Model) goals() []Property {
	all := slices.Clone(m.Goals)
	for _, c := range m.Rules {
		if c.goal {
			all = append(all, c.Property)
		}
	}
	return all
}

// boards returns the boards of which a rule can tell the order, and those of them of
// which one can tell when a process ends.
func (m *Model) boards() (ordered, passing map[world.Board]bool) {
	ordered, passing = map[world.Board]bool{}, map[world.Board]bool{}
	for _, r := range m.Rules {
		if !r.atEnd && !r.goal {
			ordered[r.board] = true
		}
	}
	for _, r := range m.Rules {
		if !r.atEnd && r.living && ordered[r.board] {
			passing[r.board] = true
		}
	}
	return ordered, passing
}

// hasGoal reports whether processes may reach that.
func (m *Model) hasGoal(name string) bool {
	return slices.ContainsFunc(m.Goals, func(p Property) bool { return p.Name == name })
}

// expects reports whether the model declares that it violates the property.
func (m *Model) expects(property string) bool { return slices.Contains(m.Violates, property) }
