// Who is here: asked for at hello, and again whenever lifecycle events (gathered) say that somebody moved.

import { get } from "./api.js";
import { debounce, h, ui } from "./dom.js";
import { number, protocolName, t, timeOf } from "./i18n.js";

/** A page's life, in order; the lights of a row show how far it is. */
const steps = ["viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear"];
/** More rows help nobody; the count tells the rest. */
const shown = 50;

export function installViewers(stream) {
	let lastStep = {};

	function show(viewers) {
		ui.viewerCount.textContent = number(viewers.length);
		const isMe = ({ viewer }) => viewer === stream.viewer;
		ui.viewers.replaceChildren(...viewers.toSorted((a, b) => isMe(b) - isMe(a)).slice(0, shown).map((viewer) => row(viewer, isMe(viewer))));
	}

	const row = ({ viewer, visible, since, protocol }, isMe) => {
		const step = lastStep[viewer] ?? steps[visible ? 1 : 3];
		return h(
			"li",
			{ "data-viewer": viewer, "data-visible": String(visible), class: isMe && "me" },
			h("span", { class: "eye" }),
			h("code", {}, viewer.slice(0, 8)),
			h("span", {}, isMe && h("span", { class: "you" }, t("you"))),
			h("span", {}, t(visible ? "visible" : "hidden")),
			h("span", { class: "since" }, `${protocolName(protocol)} · ${timeOf(since)}`),
			h("span", { class: "steps", title: step }, ...steps.map((each) => h("i", { class: each === step && "on" }))),
		);
	};

	// Answers may overtake each other.
	let asked = 0;
	const load = debounce(120, async () => {
		const turn = ++asked;
		const { body } = await get("viewers");
		if (turn === asked && stream.state === "open" && body) show(body);
	});

	stream.hellos.subscribe(load);
	stream.events.subscribe(({ name, data }) => {
		if (name !== "lifecycle") return;
		lastStep[data.viewer] = data.message;
		load();
	});
	// Without a connection the list would be a guess.
	stream.states.subscribe((state) => {
		if (state === "open") return;
		lastStep = {};
		show([]);
		ui.viewerCount.textContent = "–";
	});
}
