// Starts programs and waits for them.
package main

import (
	"context"
	"fmt"
	"os/exec"
	"time"
)

func main() {
	out, err := exec.Command("/bin/echo", "out").Output()
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(out))
	fmt.Println(exec.Command("/bin/sh", "-c", "exit 3").Run())
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	fmt.Println(exec.CommandContext(ctx, "/bin/sleep", "100").Run())
}
