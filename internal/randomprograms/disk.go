package randomprograms

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// FileOps are the operations of a node on its disk.
var FileOps = []string{"write file", "append file", "read file", "rename file", "remove file", "sync file", "sync directory", "store", "load"}

// onFile executes such an operation and returns a number that tells its result.
func onFile(p *proc.P, in Instruction) int {
	files := [...]proc.File[int]{"a", "b"}
	file, stored := files[in.K], proc.Durable[int](files[in.K])
	result := func(err error) int { return slices.Index([]error{nil, proc.ErrNoFile, proc.ErrSync}, err) }
	switch in.Do {
	case "write file":
		file.Write(p, in.V, in.SkipIf)
	case "append file":
		file.Append(p, in.V)
	case "rename file":
		return result(file.Rename(p, files[1-in.K]))
	case "remove file":
		return result(file.Remove(p))
	case "sync file":
		return result(file.Sync(p))
	case "sync directory":
		return result(p.SyncDir())
	case "store":
		stored.Set(p, in.V)
	case "load":
		last, _ := stored.Get(p)
		return last
	case "read file":
		records, err := file.Read(p)
		sum := len(records)
		for _, r := range records {
			sum = 3*sum + r
		}
		if err == proc.ErrTorn {
			sum = -sum
		}
		return sum
	}
	return 0
}
