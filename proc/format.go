package proc

import "github.com/checkmodel/checkmodel/internal/world/values"

// Format puts a value into words for a trace: type and field names without
// package, map entries sorted, no addresses. A value that has a String method
// is shown by it, unless that is only the one of a PID or another handle that it embeds.
func Format(v any) string { return values.Format(v) }
