package memory

import (
	"bytes"
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// Available returns the number of bytes that the program may use: nine tenths of the free memory of the machine
// or of a control group of the process, whichever is less. The rest is for other processes, such as the command
// that waits for the program. Available returns 0 if the free memory is not known, as on systems without /proc.
func Available() int64 { return available(os.DirFS("/")) }

func available(root fs.FS) int64 {
	lowest := int64(math.MaxInt64)
	if n, ok := fields(root, "proc/meminfo")["MemAvailable:"]; ok {
		lowest = n << 10
	}
	for _, dir := range groups(root) {
		if n, ok := leftTo(root, dir); ok {
			lowest = min(lowest, n)
		}
	}
	if lowest == math.MaxInt64 {
		return 0
	}
	return max(1, lowest-lowest/10)
}

// groupFiles are the names of the files of a control group, in each version of them.
var groupFiles = []struct {
	limits []string
	usage  string
	cache  []string // the fields of memory.stat for memory that the kernel can reclaim
}{
	{[]string{"memory.max", "memory.high"}, "memory.current", []string{"inactive_file", "active_file"}},
	{[]string{"memory.limit_in_bytes"}, "memory.usage_in_bytes", []string{"total_inactive_file", "total_active_file"}},
}

// leftTo returns the free memory of a control group. ok is false if the group has no limit.
func leftTo(root fs.FS, dir string) (left int64, ok bool) {
	for _, version := range groupFiles {
		used, known := number(root, path.Join(dir, version.usage))
		if !known {
			continue
		}
		stat := fields(root, path.Join(dir, "memory.stat"))
		for _, name := range version.cache {
			used -= stat[name]
		}
		for _, name := range version.limits {
			if limit, known := number(root, path.Join(dir, name)); known && (!ok || limit-used < left) {
				left, ok = limit-used, true
			}
		}
	}
	return max(0, left), ok
}

// groups returns the directories of the memory control groups of the process, including their
// ancestors.
func groups(root fs.FS) (dirs []string) {
	mounted := mounts(root)
	for _, line := range lines(root, "proc/self/cgroup") {
		parts := strings.SplitN(line, ":", 3) // number:controllers:path
		if len(parts) < 3 {
			continue
		}
		for _, m := range mounted {
			if m.holds(parts[1]) {
				dirs = append(dirs, m.around(parts[2])...)
			}
		}
	}
	return dirs
}

// mount is a mount point of control groups.
type mount struct {
	unified bool   // version 2
	top     string // the group whose directory is dir
	dir     string // relative to the root
}

// holds reports whether the mount has the groups of the given controllers, which include memory.
func (m mount) holds(controllers string) bool {
	if m.unified {
		return controllers == ""
	}
	return strings.Contains(","+controllers+",", ",memory,")
}

// around returns the directories of the group and its ancestors. A container may see only its own
// group, as the root of the mount.
func (m mount) around(group string) (dirs []string) {
	below, ok := strings.CutPrefix(group, strings.TrimSuffix(m.top, "/")+"/")
	if !ok || strings.HasPrefix(below, "..") {
		below = ""
	}
	for dir := path.Join(m.dir, below); ; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == m.dir || dir == "." {
			return dirs
		}
	}
}

// mounts returns the mount points of memory control groups.
func mounts(root fs.FS) (all []mount) {
	for _, line := range lines(root, "proc/self/mountinfo") {
		about, kind, _ := strings.Cut(line, " - ")
		a, k := strings.Fields(about), strings.Fields(kind)
		if len(a) < 5 || len(k) < 3 {
			continue
		}
		m := mount{unified: k[0] == "cgroup2", top: a[3], dir: strings.TrimPrefix(a[4], "/")}
		if m.unified || k[0] == "cgroup" && m.holds(k[2]) {
			all = append(all, m)
		}
	}
	return all
}

// number returns the number in a file. The result is false if there is none, as in "max".
func number(root fs.FS, name string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}

// fields parses a file with a name and a number in each line.
func fields(root fs.FS, name string) map[string]int64 {
	all := map[string]int64{}
	for _, line := range lines(root, name) {
		if f := strings.Fields(line); len(f) >= 2 {
			if n, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				all[f[0]] = n
			}
		}
	}
	return all
}

// lines returns the lines of a file; none if it cannot be read.
func lines(root fs.FS, name string) []string {
	text, _ := fs.ReadFile(root, name)
	return strings.Split(string(text), "\n")
}
