package memory

import (
	"testing"
	"testing/fstest"
)

// files returns a file system with these files.
func files(content map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range content {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// These are groups of both versions, as the kernel describes them.
const (
	info2 = "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	info1 = "33 24 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n" +
		"34 24 0:30 / /sys/fs/cgroup/memory rw shared:10 - cgroup cgroup rw,memory\n"
	// In a container without a name space for groups, its own group is the mount.
	contained = "34 24 0:30 /docker/1f /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
	free      = "MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n"
	unlimited = "9223372036854771712\n"
	gibibyte  = 1 << 30
)

func TestLeft(t *testing.T) {
	nine := func(n int64) int64 { return n - n/10 }
	for _, c := range []struct {
		what  string
		files map[string]string
		want  int64
	}{
		{"nothing is known", nil, 0},
		{"the machine", map[string]string{"proc/meminfo": free}, nine(8_000_000 << 10)},
		{"no limits", map[string]string{
			"proc/meminfo": free, "proc/self/mountinfo": info2, "proc/self/cgroup": "0::/user\n",
			"sys/fs/cgroup/user/memory.max": "max\n", "sys/fs/cgroup/user/memory.high": "max\n", "sys/fs/cgroup/user/memory.current": "1000\n",
		}, nine(8_000_000 << 10)},
		{"version 2", map[string]string{
			"proc/meminfo": free, "proc/self/mountinfo": info2, "proc/self/cgroup": "0::/user/job\n",
			"sys/fs/cgroup/user/job/memory.max": "4294967296\n", "sys/fs/cgroup/user/job/memory.current": "2147483648\n",
			"sys/fs/cgroup/user/job/memory.stat": "anon 1073741824\ninactive_file 805306368\nactive_file 268435456\n",
		}, nine(3 * gibibyte)},
		{"a group around, and memory.high", map[string]string{
			"proc/meminfo": free, "proc/self/mountinfo": info2, "proc/self/cgroup": "0::/user/job\n",
			"sys/fs/cgroup/user/job/memory.max": "4294967296\n", "sys/fs/cgroup/user/job/memory.current": "0\n",
			"sys/fs/cgroup/user/memory.max": "max\n", "sys/fs/cgroup/user/memory.high": "2147483648\n", "sys/fs/cgroup/user/memory.current": "1073741824\n",
		}, nine(gibibyte)},
		{"version 1", map[string]string{
			"proc/meminfo": free, "proc/self/mountinfo": info1, "proc/self/cgroup": "5:cpu,cpuacct:/job\n4:memory:/jobs/7\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": unlimited, "sys/fs/cgroup/memory/memory.usage_in_bytes": "1\n",
			"sys/fs/cgroup/memory/jobs/memory.limit_in_bytes": unlimited, "sys/fs/cgroup/memory/jobs/memory.usage_in_bytes": "1\n",
			"sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes": "3221225472\n", "sys/fs/cgroup/memory/jobs/7/memory.usage_in_bytes": "1073741824\n",
			"sys/fs/cgroup/cpu,cpuacct/job/memory.limit_in_bytes": "5\n", "sys/fs/cgroup/cpu,cpuacct/job/memory.usage_in_bytes": "5\n",
		}, nine(2 * gibibyte)},
		{"a container", map[string]string{
			"proc/meminfo": free, "proc/self/mountinfo": contained, "proc/self/cgroup": "4:memory:/docker/1f\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "0\n",
		}, nine(gibibyte)},
		{"a container that does not see its group", map[string]string{
			"proc/meminfo": free, "proc/self/mountinfo": info2, "proc/self/cgroup": "0::/../../elsewhere\n",
			"sys/fs/cgroup/memory.max": "1073741824\n", "sys/fs/cgroup/memory.current": "0\n",
		}, nine(gibibyte)},
		{"a group with less than nothing left", map[string]string{
			"proc/self/mountinfo": info2, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "2000\n",
		}, 1},
		{"a small group", map[string]string{
			"proc/self/mountinfo": info2, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "40000000\n", "sys/fs/cgroup/memory.current": "10000000\n",
		}, nine(30_000_000)},
	} {
		if got := available(files(c.files)); got != c.want {
			t.Errorf("%s: there are %d bytes left, want %d", c.what, got, c.want)
		}
	}
}
