// Package elsewhere has functions that end the program, and one that does not.
package elsewhere

import "log"

func Must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func Note(err error) { log.Print(err) }
