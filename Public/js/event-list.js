// The event list: newest on top, filtered, paused and resumed. The DOM holds a window of the journal, never all of it.

import { copy, curlOfStream } from "./curl.js";
import { channels, control } from "./declarations.js";
import { debounce, h, on, ui } from "./dom.js";
import { clockTime, number, t } from "./i18n.js";
import { inspect } from "./inspector.js";

/** Rows at first and with each "Show older". */
const step = 200;
/** A screen reader hears a count, this often at most (ms). */
const announceEvery = 5000;

export function installEventList(stream, journal, setPaused) {
	const { events: list, filterChannel, filterText, pause } = ui;
	let limit = step;
	/** The newest event shown while paused. */
	let until = Infinity;
	let waiting = 0;
	let unannounced = 0;

	filterChannel.append(h("option", { value: "" }, t("All channels")), ...[...channels, control].map((name) => h("option", { value: name }, name)));

	const filter = () => {
		const channel = filterChannel.value;
		const text = filterText.value.trim().toLowerCase();
		return (record) => record.number <= until && (!channel || record.channel === channel) && (!text || `${record.name} ${record.id} ${record.text}`.toLowerCase().includes(text));
	};

	const row = (record) =>
		h(
			"li",
			{ "data-number": record.number, "data-channel": record.channel, "data-name": record.name, "data-id": record.id, "data-replayed": record.replayed },
			h(
				"button",
				{ click: () => inspect(record, stream.channels) },
				h("time", {}, clockTime(record.at)),
				h("b", {}, record.name),
				record.replayed && h("em", {}, t("replayed")),
				h("span", { class: "summary" }, summary(record)),
				// Without the epoch.
				h("code", {}, record.id.replace(/.*-/, "#")),
			),
		);
	const rows = () => list.querySelectorAll("[data-number]");

	function render() {
		const found = journal.newest(limit + 1, filter());
		list.replaceChildren(...found.slice(0, limit).map(row));
		if (found.length > limit) list.append(h("li", { class: "more" }, h("button", { id: "show-older", click: showOlder }, t("Show older"))));
		if (found.length === 0) list.append(h("li", { class: "empty" }, t(journal.count ? "No event matches." : "Waiting for events…")));
		showCounts();
	}

	/** On top of what is there. */
	function prepend(records) {
		const fresh = records.filter(filter());
		if (fresh.length === 0) return;
		// A flood, a first row, or a window just full: easier from scratch.
		const all = fresh.length + rows().length;
		if (fresh.length >= limit || all === fresh.length || (all > limit && !ui.showOlder)) return render();
		const atTop = list.scrollTop < 9;
		list.prepend(...fresh.reverse().map(row));
		if (atTop) list.scrollTop = 0;
		// Not a row that somebody is on.
		for (const old of [...rows()].slice(limit)) if (!old.contains(document.activeElement)) old.remove();
	}

	function showOlder() {
		const before = rows().length;
		limit += step;
		render();
		rows()[before]?.firstChild.focus();
	}

	function showCounts() {
		ui.eventCount.textContent = number(journal.count);
		pause.textContent = until === Infinity ? t("Pause") : `${t("Resume")}${waiting ? ` (+${number(waiting)})` : ""}`;
	}

	journal.changes.subscribe((records) => {
		if (until !== Infinity) waiting += records.length;
		else prepend(records);
		unannounced += records.length;
		showCounts();
	});
	setInterval(() => {
		if (unannounced) ui.announcement.textContent = t("{n} new events", { n: number(unannounced) });
		unannounced = 0;
	}, announceEvery);
	journal.clears.subscribe(() => {
		limit = step;
		render();
	});
	on(filterChannel, "change", render);
	on(filterText, "input", debounce(120, render));
	on(ui.clear, "click", () => journal.clear());
	on(ui.copyStream, "click", () => copy(curlOfStream(stream.channels)));
	on(pause, "click", () => {
		const pausing = until === Infinity;
		until = pausing ? (journal.newest(1, () => true)[0]?.number ?? 0) : Infinity;
		waiting = 0;
		pause.classList.toggle("primary", pausing);
		render();
		setPaused(pausing);
	});
	render();
}

/** Lifecycle reads better as a sentence. */
const summary = ({ name, data, text }) => (name === "lifecycle" ? `${data.phase === "sentMessage" ? "before" : "after"} ${data.message} · ${data.viewer.slice(0, 8)}` : text);
