package files

import (
	"path/filepath"
	"strings"
)

// Within returns the path of a file, whose name may be relative to dir. It does not clean the path,
// because the meaning of ".." after a link is up to the system.
func Within(dir, file string) string {
	if dir == "" || file == "" || filepath.IsAbs(file) {
		return file
	}
	return strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator) + file
}
