package interactive

import (
	"context"
	"errors"
	"path"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// Failure returns the interleaving so far in the form of kept failures, whether it violates something or not, and the violation
// that it shows, if there is one.
func (s *Session) Failure(ctx context.Context) (corpus.Failure, *checker.Violation, error) {
	now, err := s.Place(ctx)
	if err != nil {
		return corpus.Failure{}, nil, err
	}
	o := s.options.For(&s.model)
	shown := violated(now)
	v := *now.Interleaving
	if shown != nil {
		v.Property, v.Explanation, v.Process = shown.Property, shown.Explanation, shown.Process
	}
	f := corpus.Of(s.model, &v, o)
	if shown == nil {
		f.About, f.Process = []string{"driven by hand, of " + printable.OneLine(s.model.Name)}, ""
	}
	return f, shown, nil
}

// directoryOfKept is where go test looks for kept failures, below the directory of the package.
const directoryOfKept = "testdata/checkmodel"

func (c *Console) save(ctx context.Context, file string) error {
	f, v, err := c.Session.Failure(ctx)
	if err != nil {
		return err
	}
	return c.write(file, f, v)
}

func (c *Console) keep(ctx context.Context, directory string) error {
	f, v, err := c.Session.Failure(ctx)
	switch {
	case err != nil:
		return err
	case v == nil:
		return errors.New("nothing is violated here; save FILE writes the schedule all the same")
	case directory == "":
		directory = directoryOfKept
	}
	return c.write(path.Join(directory, f.Path(c.Session.model.Name)), f, v)
}

// write writes a failure to a file, and prints the commands for it.
func (c *Console) write(file string, f corpus.Failure, v *checker.Violation) error {
	if len(f.Steps) == 0 {
		return errors.New("nothing has happened yet, so there is no schedule to write")
	}
	if err := c.Write(file, []byte(f.String())); err != nil {
		return err
	}
	about := c.About()
	tell(c, "%d steps are in %s. To execute them again, and to explore what departs from them once:", len(f.Steps), printable.OneLine(file))
	c.say("")
	c.say("  %s", document.Replay(about, file))
	c.say("  %s", document.Around(about, file))
	if v != nil {
		c.say("\nTo make the violation smaller:\n\n  %s", document.Minimize(about, file))
	}
	return nil
}
