package command

import "testing"

// TestLoopback: a page is served only for this machine.
func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"localhost:0": true, "localhost:8080": true, "127.0.0.1:80": true, "127.8.8.8:1": true, "[::1]:0": true,
		"": false, ":0": false, "localhost": false, "localhost:": false, "localhost:http": false, "localhost:65536": false, "localhost:-1": false,
		"0.0.0.0:0": false, "[::]:0": false, "10.0.0.1:80": false, "::1:0": false, "[::1]": false, "localhost.evil.example:80": false, "example.com:80": false,
	} {
		if loopback(address) != want {
			t.Errorf("%q is an address of this machine alone: %v", address, !want)
		}
	}
}
