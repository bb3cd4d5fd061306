"use strict";
// The page shows what the report's violations hold. All text goes into the page as
// text, never as markup.
(() => {
	const violations = JSON.parse(document.getElementById("data").textContent);
	const $ = (id) => document.getElementById(id);
	const space = document.querySelector(".space"), aside = document.querySelector("aside");
	let which = 0, at = 1, relate = true, hits = [];
	let violation, rows, arrows, after, before;
	// Classes are set where they can be seen: to set all of them takes too long in a long trace. tops are the upper edges of rows;
	// painted and drawn say for which marks the classes of a row and of an arrow are set, and moved for which shift its label is.
	let tops, painted, drawn, moved, shift = "0px", marks = { past: new Set(), future: new Set(), here: -1, all: true };

	// element creates an element with attributes and children; strings become text.
	function element(name, attributes = {}, ...children) {
		const e = document.createElement(name);
		for (const [k, v] of Object.entries(attributes)) {
			if (k === "onclick") e.addEventListener("click", v);
			else e.setAttribute(k, v);
		}
		e.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
		return e;
	}

	const trace = () => violation.trace;
	const takes = (e) => e.sent && !["deliver", "exit signal", "down"].includes(e.kind);

	// choose shows violation n, at an event if one is given.
	function choose(n, event) {
		rows?.[marks.here]?.classList.remove("here");
		marks.here = -1;
		which = n;
		violation = violations[n];
		for (const e of document.querySelectorAll("[data-violation]")) e.hidden = e.dataset.violation !== String(n);
		rows = [...picture().querySelectorAll(".row")];
		arrows = [...picture().querySelectorAll(".arrow")];
		tops = rows.map((r) => Number(r.querySelector(".hit").getAttribute("y")));
		[painted, drawn, moved] = [[], [], []];
		before = trace().map((e) => (e.after || []).map((m) => m - 1));
		after = trace().map(() => []);
		before.forEach((list, i) => list.forEach((j) => after[j].push(i)));
		$("at").max = trace().length;
		search();
		$("original").hidden = violation.other === undefined;
		$("original").setAttribute("aria-pressed", !!violation.original);
		if ($("choice")) $("choice").value = violation.original ? violation.other : n;
		$("lanes").replaceChildren(...heads().map((h) => element("option", { value: h.dataset.name })));
		float();
		go(event || violation.loop_from || trace().length);
	}

	// counterpart returns the event of the other run that is the same as the event, or as the last one before it
	// that is there too.
	function counterpart(n) {
		while (n > 1 && !violation.same[n - 1]) n--;
		return violation.same[n - 1] || 1;
	}

	// toggleOriginal goes from a minimized run to the one that it was made from, or back.
	function toggleOriginal() {
		if (violation.other !== undefined) choose(violation.other, counterpart(at));
	}

	// unfold shows removed events where they were.
	function unfold(fold) {
		choose(violation.other, Number(fold.dataset.first));
	}

	// originally says where the event is in the other run.
	function originally() {
		const n = violation.same[at - 1], same = (text) => element("button", { onclick: toggleOriginal }, text);
		if (violation.original) return n ? same(`event ${n} of the minimized run`) : "removed";
		return n ? same(`event ${n} of the original run`) : "not in the original run";
	}

	// reach returns the events that can be reached from event i, without i itself.
	function reach(i, next) {
		const seen = new Set(), todo = [...next[i]];
		while (todo.length > 0) {
			const j = todo.pop();
			if (!seen.has(j)) {
				seen.add(j);
				todo.push(...next[j]);
			}
		}
		return seen;
	}

	function go(n, still) {
		at = Math.max(1, Math.min(trace().length, n));
		$("at").value = at;
		$("number").textContent = `event ${at} of ${trace().length}`;
		rows[marks.here]?.classList.remove("here");
		marks = { past: relate ? reach(at - 1, before) : new Set(), future: relate ? reach(at - 1, after) : new Set(), here: at - 1, all: !relate };
		rows[at - 1].classList.add("here");
		if (!still) show(rows[at - 1]);
		paint(space.scrollTop - 100, space.scrollTop + space.clientHeight + 100);
		describe();
		note();
	}

	// paint sets the classes of the rows between two heights, and of the arrows that cross them, and where the labels are.
	function paint(top, bottom) {
		const { past, future, here, all } = marks, found = tops.findIndex((y) => y >= top);
		let end = found;
		for (; end >= 0 && end < rows.length && tops[end] <= bottom; end++) {
			if (moved[end] !== shift) rows[end].style.setProperty("--shift", moved[end] = shift);
			if (painted[end] === marks) continue;
			painted[end] = marks;
			const list = rows[end].classList;
			list.toggle("here", end === here);
			list.toggle("past", past.has(end));
			list.toggle("future", future.has(end));
			list.toggle("unrelated", !all && end !== here && !past.has(end) && !future.has(end));
		}
		if (end < 0) return;
		arrows.forEach((a, i) => {
			const from = a.dataset.from - 1, to = a.dataset.to - 1;
			if (drawn[i] === marks || Math.max(from, to) < found - 1 || (to < 0 ? from : Math.min(from, to)) > end) return;
			drawn[i] = marks;
			const at = from === here || to === here, before = past.has(from) && (to < 0 || past.has(to) || at), after = future.has(from) || (at && future.has(to));
			a.classList.toggle("here", at);
			a.classList.toggle("past", before);
			a.classList.toggle("future", after);
			a.classList.toggle("unrelated", !all && !at && !before && !after);
		});
	}

	// note puts the event into the address, so that it can be linked to.
	function note() {
		try {
			history.replaceState(null, "", `#${which > 0 ? `violation${which + 1}-` : ""}event${at}`);
		} catch { /* some browsers allow it only so often */ }
	}

	// follow shows the event that the address names, if there is one.
	function follow() {
		const [, v, e] = /^#(?:violation(\d+)-)?event(\d+)$/.exec(location.hash) || [];
		if (e === undefined || !violations[(v || 1) - 1]) return false;
		choose((v || 1) - 1, Math.max(1, Number(e)));
		return true;
	}

	const picture = () => space.querySelector(`.violation[data-violation="${which}"]`);
	const heads = () => [...picture().querySelectorAll(".head")];

	// panel is the width that labels have where they float above the lanes: the diagram is too wide for both.
	let panel = 0;

	// float keeps the labels of a wide diagram in view, with paint.
	function float() {
		const svg = picture().querySelector(".events"), x = Number(svg.dataset.labels);
		panel = x + 300 > space.clientWidth ? Math.min(420, space.clientWidth * 0.45) : 0;
		shift = `${panel ? Math.min(0, space.scrollLeft + space.clientWidth - panel - x) : 0}px`;
		svg.classList.toggle("wide", panel > 0);
		for (const e of svg.querySelectorAll(".shade, .fold")) e.style.setProperty("--shift", shift);
	}

	// across scrolls until what is at x is in the middle of what can be seen of the lanes, if it is not in view.
	function across(x) {
		const width = space.clientWidth - panel;
		if (x < space.scrollLeft + 60 || x > space.scrollLeft + width - 20) space.scrollLeft = x - width / 2;
	}

	// find scrolls to the lane of the process, or the table, whose name is in the field: the whole of it, or else a part.
	function find() {
		const name = $("lane").value.trim().toLowerCase(), names = heads();
		const is = (test) => name && names.find((h) => test(h.dataset.name.toLowerCase()));
		const head = is((s) => s === name) || is((s) => s.includes(name));
		names.forEach((h) => h.classList.toggle("found-lane", h === head));
		if (head) across(Number(head.getAttribute("x")));
	}

	// show scrolls until the row and its surroundings are visible.
	function show(row) {
		const r = row.getBoundingClientRect(), s = space.getBoundingClientRect(), margin = Math.min(120, s.height / 4);
		if (r.top < s.top + margin) space.scrollTop += r.top - s.top - margin;
		else if (r.bottom > s.bottom - margin) space.scrollTop += r.bottom - s.bottom + margin;
		if (panel) across(Number(row.dataset.x));
	}

	// world returns which processes live or have lived, mailboxes, exposed and declared states, tables and the clock after event n.
	function world(n) {
		let clock = "";
		const mail = new Map(), states = new Map(), declared = new Map(), tables = new Map(), living = new Set([violation.actors[0]]), born = new Set([violation.actors[0]]);
		for (const [i, e] of trace().slice(0, n).entries()) {
			const c = violation.life[i];
			const gone = [c.taken, ...(c.collected ?? [])];
			if (mail.has(e.process)) mail.set(e.process, mail.get(e.process).filter((m) => !gone.includes(m.id)));
			if (c.begins) {
				born.add(c.begins);
				living.add(c.begins);
			}
			if (c.ends) {
				living.delete(c.ends);
				mail.delete(c.ends);
			}
			if (c.to) mail.set(c.to, [...(mail.get(c.to) || []), { id: i + 1, text: e.message, from: c.from }]);
			if (e.board) states.set(e.process, new Map([...(states.get(e.process) || []), [e.board, e.state]]));
			for (const d of e.declared || []) declared.set(`${d.part} ${d.process}`, d.text || "");
			if (e.clock) clock = e.clock;
			if (e.row) {
				if (!e.row.key) e.row.gone ? tables.delete(e.table) : tables.set(e.table, new Map());
				else if (e.row.gone) tables.get(e.table)?.delete(e.row.key);
				else tables.get(e.table)?.set(e.row.key, e.row.value);
			}
		}
		return { mail, states, declared, tables, clock, living, born };
	}

	// pending returns the operation of a process after event n.
	function pending(process, n) {
		const next = trace().slice(n).find((e) => e.process === process);
		if (next) return { text: next.operation, waits: takes(next) && next.sent > n };
		const pause = violation.next.find((p) => p.process === process);
		return pause ? { text: pause.operation, waits: !pause.can_move } : null;
	}

	const jump = (n) => element("button", { onclick: () => go(n) }, `${n}  ${trace()[n - 1].process}: ${trace()[n - 1].operation}`);

	// waiting says what waits for what at the end.
	function waiting() {
		const all = violation.waiting || [];
		if (all.length === 0) return [];
		return [
			element("h2", {}, all.some((p) => !p.daemon) ? "Waiting for ever" : "Messages that are not taken"),
			...all.map((p) => element("div", { class: "waiting" },
				element("b", {}, p.process), p.daemon ? " (a daemon)" : "", ` waits for ${p.for}`,
				p.source ? element("p", { class: "source" }, p.source) : null,
				...p.mailbox.map((m, i) => element("span", { class: "mail value" }, `✉ ${m}`, p.refused?.[i] ? element("span", { class: "source" }, `  not taken: ${p.refused[i]}`) : null)),
				p.mailbox.length === 0 ? element("p", { class: "none" }, "its mailbox is empty") : null)),
		];
	}

	// fewProcesses is how many processes are listed with every event; of more, only those that it concerns.
	const fewProcesses = 40;

	// processes lists the processes after event e, with what it has changed.
	function processes(e, was, now) {
		const born = violation.actors.filter((name) => now.born.has(name));
		if (born.length <= fewProcesses) return born.map((name) => box(name, e, was, now));
		const concerned = new Set([e.process, e.with, e.to]), rest = born.filter((name) => !concerned.has(name));
		return [...born.filter((name) => concerned.has(name)).map((name) => box(name, e, was, now)), folded(`${rest.length} others`, () => rest.map((name) => box(name, e, was, now)))];
	}

	// folded returns what can be opened to see the parts, which are made then.
	function folded(summary, parts) {
		const f = element("details", {}, element("summary", {}, summary));
		f.addEventListener("toggle", () => { if (f.childElementCount === 1) f.append(...parts()); });
		return f;
	}

	// instead lists the processes that could have moved instead of event e.
	function instead(e) {
		const item = (name) => element("li", {}, element("b", {}, name), "  ", pending(name, at - 1)?.text || "");
		if (e.instead.length <= fewProcesses) return element("ul", {}, ...e.instead.map(item));
		return folded(`${e.instead.length} processes`, () => [element("ul", {}, ...e.instead.map(item))]);
	}

	// box says in which state a process is. What the event e has changed is marked, with what was before.
	function box(name, e, was, now) {
		const p = pending(name, at), box = element("div", { class: "process" });
		if (name === e.process) box.classList.add("moves");
		box.append(element("span", { class: "name" }, name));
		if (!now.living.has(name)) {
			box.classList.add("ended");
			box.append(violation.life.slice(at).some((c) => c.begins === name) ? " is down" : " has ended");
		} else if (p) {
			box.append(element("span", { class: "about" }, p.waits ? "waits: " : "next: ", p.text));
		}
		for (const [part, sign, title] of [["loop", "↻", "the state of its loop"], ["disk", "▤", "its disk"]]) {
			const old = was.declared.get(`${part} ${name}`), s = now.declared.get(`${part} ${name}`);
			if (old && old !== s) box.append(element("span", { class: "was value", title: `${title} before the event` }, `${sign} ${old}`));
			if (s) box.append(element("span", { class: old !== s ? "state value changed" : "state value", title }, `${sign} ${s}`));
		}
		const before = was.states.get(name), mail = now.mail.get(name) || [], earlier = was.mail.get(name) || [];
		for (const [board, s] of now.states.get(name) || []) {
			const old = before?.get(board), changed = old !== s;
			if (changed && old !== undefined) box.append(element("span", { class: "was value", title: "exposed before the event" }, `◉ ${old}`));
			box.append(element("span", { class: changed ? "state value changed" : "state value", title: "exposed" }, `◉ ${s}`));
		}
		for (const m of earlier.filter((m) => !mail.some((k) => k.id === m.id))) {
			box.append(element("span", { class: "was value", title: "taken from the mailbox" }, `✉ ${m.text}`));
		}
		for (const m of mail) {
			const here = earlier.some((k) => k.id === m.id);
			box.append(element("span", { class: here ? "mail value" : "mail value changed", title: "in the mailbox" }, `✉ ${m.text}`, element("span", { class: "source" }, `  from ${m.from}`)));
		}
		return box;
	}

	// tables lists the rows of tables, with what the event has changed.
	function tables(was, now) {
		const parts = [];
		for (const [table, content] of now.tables) {
			const before = was.tables.get(table) || new Map(), row = (k, v, kind) => element("li", { class: kind }, `${k} → ${v}`);
			parts.push(element("h2", {}, `Table ${table}`));
			if (content.size === 0) parts.push(element("p", { class: "none" }, "empty"));
			const keys = [...new Set([...before.keys(), ...content.keys()])].sort();
			parts.push(element("ul", {}, ...keys.flatMap((k) => [
				before.has(k) && before.get(k) !== content.get(k) ? row(k, before.get(k), "was value") : null,
				content.has(k) ? row(k, content.get(k), before.get(k) === content.get(k) ? "value" : "value changed") : null,
			]).filter(Boolean)));
		}
		return parts;
	}

	function describe() {
		const e = trace()[at - 1], w = world(at), was = world(at - 1), parts = [];
		parts.push(element("h2", {}, `Event ${at}`));
		parts.push(element("p", { class: "what" }, element("b", {}, e.process), "  ", e.operation));
		if (e.result) parts.push(element("p", { class: "result" }, "→ ", e.result));
		if (e.message && !(e.result || "").includes(e.message)) parts.push(element("p", { class: "result value" }, e.message));
		if (violation.loop_from && at >= violation.loop_from) parts.push(element("p", { class: "loop" }, "repeats for ever, with the events from ", jump(violation.loop_from), " on"));
		if (e.source) parts.push(element("p", { class: "source" }, e.source));
		if (e.handled) parts.push(element("p", { class: "source" }, `continues at ${e.handled}`));
		for (const l of e.log || []) parts.push(element("p", { class: "log" }, l));
		if (violation.other !== undefined) {
			parts.push(element("h2", {}, "Minimizing"));
			parts.push(element("p", { class: "minimizing" }, originally()));
		}
		const races = violation.races.filter((r) => r.first === at || r.second === at);
		if (races.length > 0) {
			parts.push(element("h2", {}, "Could come in the other order"));
			parts.push(element("ul", {}, ...races.map((r) => r.first === at
				? element("li", {}, "it came before ", jump(r.second))
				: element("li", {}, "it came after ", jump(r.first)))));
		}
		if (at === trace().length) parts.push(...waiting());
		parts.push(element("h2", {}, w.clock ? `The processes after it, at ${w.clock}` : "The processes after it"));
		parts.push(...processes(e, was, w));
		parts.push(...tables(was, w));
		if ((e.instead || []).length > 0) {
			parts.push(element("h2", {}, "Could have moved instead"));
			parts.push(instead(e));
		}
		const why = violation.reversal;
		if (why) {
			const side = (s) => s.number ? jump(s.number) : `${s.process}: ${s.operation || ""} (not in this trace)`;
			parts.push(element("h2", {}, "Why this order was tried"));
			parts.push(why.choice
				? element("p", { class: "why" }, "an earlier one had another outcome of ", side(why.second))
				: why.ends
				? element("p", { class: "why" }, `in an earlier one ${why.first.process} went further before `, side(why.second), ", which ends it here")
				: element("p", { class: "why" }, "in an earlier one ", side(why.second), " came only after ", side(why.first)));
		}
		if (violation.replay) {
			parts.push(element("h2", {}, "Execute just this order again"));
			parts.push(element("code", { class: "command" }, violation.replay));
		}
		aside.replaceChildren(...parts);
	}

	function search() {
		const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
		hits = [];
		trace().forEach((e, i) => {
			const text = [e.process, e.operation, e.result, e.message, e.source, e.handled, ...(e.log || [])].join(" ").toLowerCase();
			const found = words.length > 0 && words.every((w) => text.includes(w));
			rows[i].classList.toggle("found", found);
			if (found) hits.push(i + 1);
		});
		$("hits").textContent = words.length > 0 ? `${hits.length} found` : "";
	}

	// hit goes to the next or previous hit.
	function hit(forward) {
		if (hits.length === 0) return;
		const next = forward ? hits.find((n) => n > at) || hits[0] : hits.findLast((n) => n < at) || hits[hits.length - 1];
		go(next);
	}

	function toggle() {
		relate = !relate;
		$("relate").setAttribute("aria-pressed", relate);
		go(at, true);
	}

	const page = () => Math.max(1, Math.floor(space.clientHeight / 22) - 4);
	const keys = {
		j: () => go(at + 1), ArrowDown: () => go(at + 1), ArrowRight: () => go(at + 1),
		k: () => go(at - 1), ArrowUp: () => go(at - 1), ArrowLeft: () => go(at - 1),
		J: () => sameProcess(1), K: () => sameProcess(-1),
		PageDown: () => go(at + page()), PageUp: () => go(at - page()),
		Home: () => go(1), g: () => go(1), End: () => go(trace().length), G: () => go(trace().length),
		h: toggle, n: () => hit(true), N: () => hit(false), o: toggleOriginal, "?": () => $("keys").showModal(), p: () => $("lane").focus(), "/": () => $("search").focus(),
	};

	// sameProcess goes to the next or previous event of the same process.
	function sameProcess(direction) {
		for (let i = at - 1 + direction; i >= 0 && i < trace().length; i += direction) {
			if (trace()[i].process === trace()[at - 1].process) return go(i + 1);
		}
	}

	document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		if ($("keys").open) {
			if (e.key === "?") $("keys").close();
			return;
		}
		if (e.target === $("lane")) {
			if (e.key === "Enter" || e.key === "Escape") space.focus();
			return;
		}
		if (e.target === $("search")) {
			if (e.key === "Enter") hit(!e.shiftKey);
			else if (e.key === "Escape") {
				$("search").value = "";
				search();
				space.focus();
			}
			return;
		}
		if (e.target.tagName === "SELECT") return;
		const fold = e.target.closest?.(".fold");
		if (fold && (e.key === "Enter" || e.key === " ")) {
			e.preventDefault();
			return unfold(fold);
		}
		if (keys[e.key]) {
			e.preventDefault();
			keys[e.key]();
		}
	});
	space.addEventListener("click", (e) => {
		const row = e.target.closest(".row"), fold = e.target.closest(".fold");
		if (fold) unfold(fold);
		if (row) go(Number(row.dataset.n), true);
	});
	document.querySelectorAll(".history .bar").forEach((bar) => bar.addEventListener("click", () => go(Number(bar.dataset.event))));
	$("at").addEventListener("input", () => go(Number($("at").value)));
	$("back").addEventListener("click", () => go(at - 1));
	$("on").addEventListener("click", () => go(at + 1));
	$("relate").addEventListener("click", toggle);
	$("original").addEventListener("click", toggleOriginal);
	$("help").addEventListener("click", () => $("keys").showModal());
	$("lane").addEventListener("input", find);
	const seen = () => paint(space.scrollTop - 100, space.scrollTop + space.clientHeight + 100);
	space.addEventListener("scroll", () => { float(); seen(); });
	window.addEventListener("resize", () => { float(); show(rows[at - 1]); seen(); });
	window.addEventListener("beforeprint", () => paint(-1, Infinity));
	window.addEventListener("hashchange", follow);
	$("search").addEventListener("input", () => { search(); });
	$("choice")?.addEventListener("change", () => choose(Number($("choice").value)));
	if (!follow()) choose(0);
})();
