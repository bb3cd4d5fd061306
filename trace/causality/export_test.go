package causality

import "github.com/checkmodel/checkmodel/trace"

// Meet reports whether the extents of two events have something in common.
func Meet(a, b *trace.Event) bool { return extentOf(a).meets(extentOf(b)) }
