// Package linear says whether the results of operations are those of a single object, which executes one operation at a time.
package linear
