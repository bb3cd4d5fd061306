package checker

import (
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"pgregory.net/rapid"
)

func checkAllAgents(t *rapid.T) {
	ops := rapid.SliceOfNDistinct(rapid.SampledFrom(randomprograms.AllAgentOps), 5, 10, rapid.ID).Draw(t, "operations")
	main := trustedSystem(randomprograms.DrawAgents(t, append(ops, "tell", "tell"), 4).Main)
	defer main.Close()
	main.SetOrdered(randomprograms.Boards, rapid.SampledFrom([]map[world.Board]bool{randomprograms.Boards, {world.States[randomprograms.State](): true}}).Draw(t, "passing"))
	compareAgents(t, main)
}
