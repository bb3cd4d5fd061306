package result

// Verdict is the conclusion of a search.
type Verdict string

const (
	// Verified: every interleaving was explored, and none violates a property.
	Verified Verdict = "verified"
	// Violated: an interleaving violates a property.
	Violated Verdict = "violated"
	// Bounded: no violation was found, and nothing stopped the search, but a bound excluded interleavings
	// or MaxEvents cut some.
	Bounded Verdict = "bounded"
	// Incomplete: no violation was found before the search was stopped.
	Incomplete Verdict = "incomplete"
	// Sampled: interleavings were drawn at random, and none of them violates a property. Result.Sample has the odds.
	Sampled Verdict = "sampled"
	// Failed: the model could not be analysed. An error says why.
	Failed Verdict = "failed"
)

// Stop says why a search was stopped.
type Stop string

const (
	// NotStopped: the search was not stopped.
	NotStopped Stop = ""
	// AtViolation: by a violation, or some time after it; see Until.
	AtViolation Stop = "first violation"
	// AtGoals: by the last goal that it had to reach; see UntilGoals.
	AtGoals Stop = "all goals reached"
	// OutOfBudget: by Options.MaxInterleavings.
	OutOfBudget Stop = "interleaving budget"
	// SampleDrawn: the strategy explores a sample of the interleavings; see trace.Coverage.
	SampleDrawn Stop = "sample"
	// Replayed: the interleaving to replay was executed.
	Replayed Stop = "replay"
	// OutOfMemory: by Options.Memory.
	OutOfMemory Stop = "memory limit"
	// Canceled: by its context, because of an interrupt or the time.
	Canceled Stop = "canceled"
)

// Late reports whether interleavings that were executed before this stop enter the result after it.
func (s Stop) Late() bool { return s == Canceled || s == OutOfMemory }
