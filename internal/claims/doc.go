// Package claims answers by the claims of a model which messages commute, and checks these claims while a search runs.
package claims
