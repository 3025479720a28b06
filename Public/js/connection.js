// The connection in words: state, last id, what a resume brought; the button that drops it, a switch per channel.

import { channels } from "./declarations.js";
import { h, on, tell, ui } from "./dom.js";
import { number, t } from "./i18n.js";

const words = {
	connecting: "Connecting",
	open: "Connected",
	reconnecting: "Reconnecting",
	dropped: "Disconnected",
	refused: "Refused; trying again",
};

export function installConnection(stream, journal) {
	const say = (text) => tell(ui.streamNotice, text);
	let resumed;

	function showState() {
		const away = stream.state === "dropped";
		const deaf = stream.channels.length === 0;
		ui.connection.dataset.state = stream.state;
		ui.connectionState.textContent = t(words[stream.state]);
		ui.drop.textContent = t(away ? "Reconnect and replay" : "Drop connection");
		ui.drop.classList.toggle("primary", away);
		ui.drop.disabled = deaf;
		if (deaf) say(t("Choose a channel to connect."));
		else if (away) say(t("Post something now, then reconnect: it will be replayed."));
	}

	stream.states.subscribe(showState);
	stream.hellos.subscribe(() => {
		say("");
		resumed = { id: stream.lastEventId, n: 0 };
	});
	stream.resets.subscribe((data) => say(t("Missed events are gone ({reason}).", data)));
	journal.changes.subscribe((records) => {
		ui.lastId.textContent = stream.lastEventId;
		const replayed = records.filter(({ replayed, data }) => replayed && data?.viewer !== stream.formerViewer).length;
		if (!replayed) return;
		resumed.n += replayed;
		say(t("Resumed after {id}: {n} replayed, besides your own leaving.", { id: resumed.id, n: number(resumed.n) }));
	});
	on(ui.drop, "click", () => (stream.state === "dropped" ? stream.connect() : stream.drop()));

	/** A switch is also the name of its lane in the marble diagram. */
	const lane = (name) =>
		h("label", { class: "lane", "data-channel": name }, h("input", { type: "checkbox", role: "switch", value: name, checked: stream.channels.includes(name) }), name);
	ui.channels.append(...channels.map(lane));
	on(ui.channels, "change", () => {
		stream.channels = [...ui.channels.querySelectorAll(":checked")].map(({ value }) => value);
		stream.connect();
	});
}
