// Package files has the files of a machine. A [Disk] is the journal of the directory of its program, and hides the differences
// between runs in the answers of the kernel: numbers and times of files, and directories that other programs change.
package files
