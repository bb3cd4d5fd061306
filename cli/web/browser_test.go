package web

import (
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

// browse opens the page in a headless Chromium and executes a script after each load, which gets the number of loads
// before, and calls done with what it has seen.
func browse(t *testing.T, p *page, script string, out any) {
	t.Helper()
	testsize.LongOnly(t)
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no Chromium here to look at the page with; on Debian, 'apt-get install chromium' installs it")
	}
	const frame = `<script>
const errors = JSON.parse(sessionStorage.getItem("errors") || "[]");
window.addEventListener("error", (e) => { errors.push(e.message); sessionStorage.setItem("errors", JSON.stringify(errors)); });
const press = (key, target) => (target || document.body).dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const count = (selector) => document.querySelectorAll(selector).length;
const title = () => document.querySelector(".driven h2").textContent;
const enter = (text) => { const c = document.getElementById("command"); c.value = text; c.form.requestSubmit(); };
const seen = JSON.parse(sessionStorage.getItem("seen") || "{}");
const done = () => {
	const result = document.createElement("pre");
	result.id = "result";
	result.textContent = JSON.stringify({errors, ...seen});
	document.body.append(result);
};
const load = Number(sessionStorage.getItem("load") || 0);
sessionStorage.setItem("load", load + 1);
try { [SCRIPT][load](); } catch (e) { errors.push(String(e)); done(); }
sessionStorage.setItem("seen", JSON.stringify(seen));
</script></body>`
	frames := strings.Replace(frame, "SCRIPT", script, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = p.host
		answer := httptest.NewRecorder()
		p.ServeHTTP(answer, r)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write([]byte(strings.Replace(answer.Body.String(), "</body>", frames, 1)))
	}))
	defer server.Close()
	dom, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900",
		"--user-data-dir="+filepath.Join(t.TempDir(), "profile"), "--virtual-time-budget=20000", "--dump-dom", server.URL+p.path).Output()
	if err != nil {
		t.Skipf("%s cannot show a page here: %v", browser, err)
	}
	found := regexp.MustCompile(`(?s)<pre id="result">(.*?)</pre>`).FindSubmatch(dom)
	if found == nil {
		t.Fatalf("the script in the page has not come to its end; the page is\n%.2000s", dom)
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), out); err != nil {
		t.Fatal(err)
	}
}

// TestDrivenInBrowser: an execution is driven by keys, buttons and commands, and the diagram shows its events.
func TestDrivenInBrowser(t *testing.T) {
	p := newPage(t.Context(), newConsole(t), host, token)
	var out struct {
		Errors                        []string
		Begin, Two, Back, Jumped, End string
		Rows, Lanes                   int
		Broken, Verdict               string
		Widest                        bool
		Lines                         int
	}
	browse(t, p, `
	() => { seen.begin = title(); press("1"); },
	() => document.querySelectorAll(".driven .moves button")[0].click(),
	() => { seen.two = title(); press("b"); },
	() => { seen.back = title(); press("f"); },
	() => enter("step right main*2"),
	() => { seen.rows = count(".row"); seen.lanes = count(".head"); seen.broken = document.querySelector(".broken").textContent;
		seen.verdict = document.querySelector("h1").textContent; press("k"); press("k"); press("Enter"); },
	() => { seen.jumped = title(); press("2"); },
	() => { seen.end = title(); seen.widest = document.documentElement.scrollWidth <= window.innerWidth;
		const [name, judgement] = document.querySelector(".driven table tr").cells, range = document.createRange();
		name.textContent = "linearizable"; judgement.textContent = "it is violated ".repeat(99);
		range.selectNodeContents(name); seen.lines = range.getClientRects().length; done(); },
`, &out)
	if out.Lines != 1 {
		t.Errorf("the name of a property has %d lines", out.Lines)
	}
	if len(out.Errors) > 0 {
		t.Error(out.Errors)
	}
	if !strings.HasPrefix(out.Begin, "At the beginning") || !strings.HasPrefix(out.Two, "After event 2,") || !strings.HasPrefix(out.Back, "After event 1 of 2,") {
		t.Errorf("keys and buttons lead to %q, %q, %q", out.Begin, out.Two, out.Back)
	}
	if out.Rows != 5 || out.Lanes != 2 || !strings.HasPrefix(out.Broken, "left firstviolated") || !strings.HasPrefix(out.Verdict, "left first is violated") {
		t.Errorf("the violation has %d rows and %d lanes, %q, %q", out.Rows, out.Lanes, out.Broken, out.Verdict)
	}
	if !strings.HasPrefix(out.Jumped, "After event 3 of 5,") || !strings.HasPrefix(out.End, "After event 4,") || !out.Widest {
		t.Errorf("the event in the diagram is %q, and another step leads to %q; the page is as wide as the window: %v", out.Jumped, out.End, out.Widest)
	}
}
