// Package sarif writes reports in the Static Analysis Results Interchange Format, which code hosts show at lines of the source.
package sarif
