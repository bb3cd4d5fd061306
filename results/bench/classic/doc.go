// Package classic holds the programs that papers about dynamic partial order reduction measure, each in several sizes,
// so that tools can be compared. Those of threads with shared variables are here processes with a shared table.
//
// The command explores them like any model:
//
//	go build -o /tmp/checkmodel ./cmd/checkmodel
//	cd results && /tmp/checkmodel -model readers-10 ./bench/classic
//
// "Optimal DPOR" in comments is Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order Reduction", POPL
// 2014, and "DPOR" is Flanagan, Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software", POPL 2005.
package classic
