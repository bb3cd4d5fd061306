"use strict";
// Keys choose what happens next: the number of a step, b, f, and Enter for the event that the diagram shows.
(() => {
	const $ = (id) => document.getElementById(id), command = $("command"), jump = $("jump");
	const moves = [...document.querySelectorAll(".driven .moves button")];
	let digits = "", waiting;

	// choose takes the step with the number that was typed, as soon as no longer one is possible.
	function choose() {
		const n = Number(digits);
		digits = "";
		clearTimeout(waiting);
		moves[n - 1]?.click();
	}

	jump.addEventListener("click", () => {
		const at = /event(\d+)$/.exec(location.hash);
		if (at) jump.value = `jump ${at[1]}`;
	});
	document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.metaKey || e.altKey || ["INPUT", "SELECT"].includes(e.target.tagName) || $("keys")?.open) {
			if (e.target === command && e.key === "Escape") command.blur();
			return;
		}
		if (/^[0-9]$/.test(e.key)) {
			digits += e.key;
			clearTimeout(waiting);
			if (Number(digits) * 10 > moves.length) choose();
			else waiting = setTimeout(choose, 700);
			return;
		}
		const keys = { b: () => $("stepback").click(), f: () => $("forward").click(), ":": () => command.focus() };
		if (e.key === "Enter" && e.target.tagName !== "BUTTON" && !e.target.closest?.(".fold")) keys.Enter = () => jump.click();
		if (keys[e.key]) {
			e.preventDefault();
			keys[e.key]();
		}
	});
})();
