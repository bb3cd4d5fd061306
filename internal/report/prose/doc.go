// Package prose prepares text for people: which parts of it are shown, how it is shortened, broken into lines and
// emphasized. All text that comes from a model (names, values, explanations) passes [Clean], so that no model can take over
// a terminal.
package prose
