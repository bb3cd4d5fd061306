// Package checkpoint reads and writes files that hold a saved search. A file begins with a line that has the version of
// the format and a checksum of the next line. The next line is the body, in JSON. A binary part may follow, the rest, with a
// checksum of its own at its end. It may be large, and is read as a stream.
package checkpoint
