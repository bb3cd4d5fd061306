package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGenerate(t *testing.T) {
	home := module{Path: "example.com/home", Dir: "/home", Main: true}
	other := module{Path: "example.com/other", Dir: "/other"}
	in := func(m module, below string) goPackage {
		return goPackage{ImportPath: m.Path + "/" + below, Dir: filepath.Join(m.Dir, below), Module: &m}
	}
	for _, c := range []struct {
		name     string
		packages []goPackage
		dirs     []string // of the files made up, without those of the main package
	}{
		{"plain", []goPackage{in(home, "a"), in(other, "a")}, nil},
		{"internal to the module", []goPackage{in(home, "internal/a"), in(home, "internal")}, nil},
		{"internal to a package", []goPackage{in(home, "b/internal")}, []string{"/home/b"}},
		{"twice", []goPackage{in(home, "b/internal/c/internal/d")}, []string{"/home/b", "/home/b/internal/c"}},
		{"of another module", []goPackage{in(other, "internal/a")}, []string{"/other"}},
		{"not an element", []goPackage{in(home, "b/internals/c"), in(home, "b/notinternal")}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, dir, err := generate(home, modulePath+"/cli", c.packages, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := files[filepath.Join(dir, "main.go")]; !ok || filepath.Dir(dir) != home.Dir {
				t.Errorf("the main package is not in %s", dir)
			}
			var dirs []string
			for _, path := range slices.Sorted(maps.Keys(files)) {
				if !strings.HasPrefix(path, dir+"/") {
					dirs = append(dirs, filepath.Dir(filepath.Dir(path)))
				}
			}
			if diff := cmp.Diff(c.dirs, dirs); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	// The parent of "internal" is not in the module: nothing can be put there.
	outside := module{Path: "example.com/x/internal/y", Dir: "/y"}
	if _, _, err := generate(home, modulePath+"/cli", []goPackage{in(outside, "a")}, nil); err == nil {
		t.Error("a package that cannot be imported is accepted")
	}
}
