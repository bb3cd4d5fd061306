package checker

import (
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

func checkDiverted(t *rapid.T) {
	checkLarger(t, randomprograms.DrawDiverted(t).Main, proc.Instant, 1_500)
}
