// Package html writes a report as a page, which is a single file, and a trace as a picture. A page can also have the forms by
// which a person drives an execution.
package html
