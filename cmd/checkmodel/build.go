package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/files"
)

const (
	modulePath  = "github.com/checkmodel/checkmodel"
	commandPath = modulePath + "/cmd/checkmodel"
)

// program is the program around the models, in a temporary directory.
type program struct {
	dir        string
	removeDir  func()
	executable string
	verb       string // the words after the name of this command that start it, with a space before; or ""
}

// libraryFor returns the package whose function Main the program calls that gets the options.
func libraryFor(o command.Options) string {
	if o.HTTP != "" {
		return modulePath + "/cli/web"
	}
	return modulePath + "/cli"
}

// build builds the program around the models of the packages, as a package of the module home. The
// program knows which packages were left out.
func build(ctx context.Context, home module, library string, packages []goPackage, left []broken) (*program, error) {
	sources, pkg, err := generate(home, library, packages, left)
	if err != nil {
		return nil, err
	}
	return compile(ctx, sources, pkg)
}

// compile builds the package from sources as if they were in the source tree. The caller must execute or remove the program. If there is an
// error, compile leaves no files.
func compile(ctx context.Context, sources map[string]string, pkg string) (_ *program, err error) {
	p := &program{}
	if p.dir, p.removeDir, err = files.TempDir(os.Getenv("GOTMPDIR")); err != nil {
		return nil, noRoom(err)
	}
	defer func() {
		if err != nil {
			p.remove()
		}
	}()
	p.executable = filepath.Join(p.dir, "checkmodel")
	if filepath.Separator == '\\' {
		p.executable += ".exe"
	}
	source := filepath.Join(p.dir, "source")
	overlay, err := writeOverlay(source, sources)
	if err != nil {
		return nil, noRoom(err)
	}
	// The generated package is not under version control, but the go command would ask for the
	// state of the module. Build errors must be text, not JSON.
	args := []string{"build", "-buildvcs=false", "-json=false", "-overlay", overlay, "-o", p.executable}
	if !strings.Contains(os.Getenv("GOFLAGS"), "-ldflags") {
		args = append(args, "-ldflags=-s") // the program is not debugged, and links in half the time without symbols
	}
	// The go command uses this directory, too, because it leaves files if it is interrupted.
	_, err = goCommand(ctx, []string{"GOTMPDIR=" + source}, append(args, pkg)...)
	if err != nil {
		return nil, buildError(ctx, err)
	}
	if _, err := os.Stat(p.executable); err != nil {
		return nil, fmt.Errorf("the go command has not built the program around the models, and does not say why: %w%s", err, inTheWay(ctx))
	}
	return p, os.RemoveAll(source)
}

// mainModule returns the user's main module. In a workspace, which has several, it returns the
// module of the working directory, or any if the directory is in none.
func mainModule(ctx context.Context) (module, error) {
	modules, err := list[module](ctx, nil, "-m", "-json=Path,Dir,Main")
	if err != nil {
		return module{}, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return module{}, err
	}
	var home module
	for _, m := range modules {
		if !m.Main || m.Dir == "" {
			continue
		}
		here, there := within(filepath.ToSlash(dir), filepath.ToSlash(m.Dir)), within(filepath.ToSlash(dir), filepath.ToSlash(home.Dir))
		if home.Dir == "" || here && (!there || len(m.Dir) > len(home.Dir)) {
			home = m
		}
	}
	if home.Dir == "" {
		return module{}, errNoModule
	}
	return home, nil
}

// errNoModule says that a module is needed first.
var errNoModule = fmt.Errorf("the working directory is in no module; run checkmodel in a module that requires %s: "+
	"'go mod init NAME' makes one, and '%s' lets it require the checker", modulePath, requireCommand)

// requireCommand makes the user's module require the checker and all that the command needs to be
// built in that module.
const requireCommand = "go get -tool " + commandPath

// writeOverlay writes the files into dir and returns the path of the overlay file, which tells the
// go command where they belong in the source tree.
func writeOverlay(dir string, files map[string]string) (string, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for path, content := range files {
		replace[path] = filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(replace[path], []byte(content), 0o600); err != nil {
			return "", err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, overlay, 0o600)
}

// noRoom explains why the program cannot be written to the directory for temporary files.
func noRoom(err error) error {
	return fmt.Errorf("the program around the models cannot be built in the directory for temporary files: %w; "+
		"let TMPDIR or GOTMPDIR name one with some room", err)
}

// buildError explains why a build failed.
func buildError(ctx context.Context, err error) error {
	hint := ""
	if text := err.Error(); strings.Contains(text, modulePath+"/") && !compiled(text) {
		hint = fmt.Sprintf("\nThe program around the models needs the package %s/cli and what that imports. Run '%s' once, instead of any"+
			" other 'go get' above, and 'go mod vendor' if the module vendors what it requires.", modulePath, requireCommand)
	}
	if !compiled(err.Error()) {
		hint += inTheWay(ctx)
	}
	return fmt.Errorf("the models do not build:\n%w%s", err, hint)
}

// compiled reports whether the go command had found all packages, so that its output comes from the
// compiler or the linker for a package, whose path is in a heading.
func compiled(text string) bool {
	return strings.HasPrefix(text, "# ") || strings.Contains(text, "\n# ")
}

// remove removes the program. It does nothing if p is nil, and may be called again.
func (p *program) remove() {
	if p != nil {
		p.removeDir()
	}
}
