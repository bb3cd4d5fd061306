package document

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/parameter"
)

// Parameter is a number on which the model depends.
type Parameter struct {
	Name    string `json:"name"`
	Value   int    `json:"value"`
	Default int    `json:"default"`
}

func NewParameter(p checker.Parameter) Parameter { return Parameter{p.Name, p.Value(), p.Default} }

// ValuesIn says which parameters do not have their defaults; "" if all have.
func ValuesIn(parameters []Parameter) string {
	var all []string
	for _, p := range parameters {
		if p.Value != p.Default {
			all = append(all, fmt.Sprintf("%s=%d (by default %d)", p.Name, p.Value, p.Default))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "with " + strings.Join(all, " and ")
}

// setting returns the flag that gives the model's parameters their values; nil if they have their defaults.
func setting(m *checker.Model) []string {
	var all []string
	for _, p := range parameter.List(m.Parameters).Changed() {
		all = append(all, p.String())
	}
	if len(all) == 0 {
		return nil
	}
	return []string{"-set=" + strings.Join(all, ",")}
}

// Ranges says which parameters a model has, and which values they can have; "" if it has none.
func Ranges(m *checker.Model) string {
	var all []string
	for _, p := range m.Parameters {
		to := fmt.Sprintf("to %d", p.Max)
		if p.Max == 0 {
			to = "or more"
		}
		all = append(all, fmt.Sprintf("%v, from %d %s", p, p.Min, to))
	}
	if len(all) == 0 {
		return ""
	}
	return "(" + strings.Join(all, "; ") + ")"
}

// ParameterRange is a parameter in a list of models.
type ParameterRange struct {
	Parameter
	Min int `json:"min"`
	Max int `json:"max"` // 0 is no limit
}

func NewRange(p checker.Parameter) ParameterRange {
	return ParameterRange{NewParameter(p), p.Min, p.Max}
}
