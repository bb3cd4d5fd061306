package drive

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Report is the result of a test.
type Report struct {
	// Tests is the number of tests, and Inputs the number of inputs in all of them.
	Tests, Inputs int
	// Pairs is the number of pairs of a state and an input that were found in the model (of a history and an input, with Histories), and
	// Covered how many of them were tested. The others come only after answers that the program does not give.
	Pairs, Covered int
	// Elsewhere is how often the program did something else than the test was made for, which the model also allows.
	Elsewhere int
	// Complete says that all states of the model were explored.
	Complete bool
	// Failure is the difference between the program and the model; nil if none was found.
	Failure *Failure
}

// String returns the figures in a sentence.
func (r *Report) String() string {
	text := fmt.Sprintf("%d tests with %d inputs cover %d of %d pairs of a state and an input", r.Tests, r.Inputs, r.Covered, r.Pairs)
	if r.Elsewhere > 0 {
		text += fmt.Sprintf("; the program chose %d times another answer that the model allows", r.Elsewhere)
	}
	if !r.Complete {
		text += "; not all states of the model were explored"
	}
	return text
}

// Failure is a test that the program fails with its last input.
type Failure struct {
	Steps []Step
	// Inputs is how many inputs the test had at first.
	Inputs int
	// Prefix is where the model is when the last input comes.
	Prefix *checker.Place

	schedule trace.NamedSchedule
}

// Step is an input, with the answer of the program.
type Step struct {
	Input Input
	Got   Answer
	Err   error // of System.Do
	// Want has the answers that the model allows after the earlier inputs and answers. It is nil if Got is among them, or if there is an error.
	Want []Answer
}

// Answer is the reaction to an input.
type Answer struct {
	Outputs []Output
	// States are the states that processes show: in an answer of the program the result of [System].State, in an answer of the model all states.
	States map[string][]any

	outputs string                       // in a form that is equal for equal outputs
	states  map[string]map[string]string // of each process, by their types, in such a form
}

// String shows the inputs, what the program did, and what the model does, in three columns.
func (f *Failure) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "  \tinput\tthe program\tthe model\n")
	for i, s := range f.Steps {
		program, model := s.Got.text(s.Want), "the same"
		if s.Err != nil {
			program, model = "fails", ""
		}
		if s.Want != nil {
			var all []string
			for _, a := range s.Want {
				all = append(all, a.text([]Answer{s.Got}))
			}
			slices.Sort(all)
			model = strings.Join(slices.Compact(all), ", or ")
			if slices.Contains(all, program) {
				model += " (which differs in what words do not show, such as nil and an empty slice)"
			}
		}
		fmt.Fprintf(w, "  %d\t%s\t%s\t%s\n", i+1, printable.OneLine(s.Input.String()), printable.OneLine(program), printable.OneLine(model))
	}
	w.Flush()
	if last := f.Steps[len(f.Steps)-1]; last.Err != nil {
		fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(printable.Lines(last.Err.Error()), "\n", "\n  "))
	}
	return b.String()
}

// text returns the answer in words, with the states by which it differs from any other answer.
func (a *Answer) text(others []Answer) string {
	var all []string
	for _, o := range a.Outputs {
		all = append(all, o.String())
	}
	if len(all) == 0 {
		all = append(all, "nothing")
	}
	for _, process := range slices.Sorted(maps.Keys(a.States)) {
		for _, state := range a.States[process] {
			of := reflect.TypeOf(state).String()
			if slices.ContainsFunc(others, func(o Answer) bool {
				other, shown := o.states[process][of]
				return shown && other != a.states[process][of] && o.outputs == a.outputs
			}) {
				all = append(all, fmt.Sprintf("state of %s: %s", process, proc.Format(state)))
			}
		}
	}
	return strings.Join(all, ", ")
}

// key sorts the outputs by the process and the receiver, and sets the form by which they are compared. The error is that one cannot be sent.
func (a *Answer) key() error {
	slices.SortStableFunc(a.Outputs, func(x, y Output) int {
		return strings.Compare(x.Process+"\x00"+x.To, y.Process+"\x00"+y.To)
	})
	var b strings.Builder
	for _, o := range a.Outputs {
		text, err := encoded(o.Message)
		if err != nil {
			return fmt.Errorf("the output %v: %w", o, err)
		}
		fmt.Fprintf(&b, "%q %q %q ", o.Process, o.To, text)
	}
	a.outputs, a.states = b.String(), map[string]map[string]string{}
	for process, all := range a.States {
		a.states[process] = map[string]string{}
		for _, state := range all {
			text, err := encoded(state)
			if err != nil {
				return fmt.Errorf("the state of %s: %w", process, err)
			}
			a.states[process][reflect.TypeOf(state).String()] = text
		}
	}
	return nil
}

// encoded returns the value in a form that is equal for equal values.
func encoded(v any) (string, error) {
	_, key, err := values.Snapshot(v)
	return key, err
}
