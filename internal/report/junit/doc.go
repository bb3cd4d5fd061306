// Package junit writes reports as test results in the form of JUnit, which services for continuous integration read.
package junit
