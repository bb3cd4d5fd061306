package testdata

func f() {
	_ = 1 //checkmodel:allow nosuch a reason // want `names no analyzer with "nosuch"; it is one of concurrency, `
	_ = 2 //checkmodel:allow // want `names no analyzer with ""`
}
