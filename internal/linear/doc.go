// Package linear says whether a single object, which executes one operation at a time, could have given the results of operations.
package linear
