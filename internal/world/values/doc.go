// Package values holds the values that processes exchange, once each, and says which of
// them are equal, how they are copied, and how they are shown. It knows of processes only
// that handles such as a PID stand for something and are not copied.
package values
