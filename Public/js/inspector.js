// One event in full: its id, when it came, the lines that carried it, and a curl command that does it again.

import { copy, curlOfPost, curlOfStream } from "./curl.js";
import { control } from "./declarations.js";
import { h, on, ui } from "./dom.js";
import { clockTime, t } from "./i18n.js";

/** `count` events are drawn as one marble, of which this is the last. */
export function inspect(record, channels, count = 1) {
	const { id, name, channel, text, at, replayed } = record;
	const facts = {
		[t("Id")]: id || t("none: not kept"),
		[t("Channel")]: channel,
		[t("Received")]: clockTime(at) + (replayed ? ` (${t("replayed")})` : ""),
	};
	ui.eventDialogTitle.textContent = name + (count > 1 ? ` (${t("last of {count}", { count })})` : "");
	ui.eventDialog.dataset.channel = channel;
	ui.eventDialogFacts.replaceChildren(...Object.entries(facts).flatMap(([term, fact]) => [h("dt", {}, term), h("dd", {}, fact)]));
	// EventSource gives no raw bytes, but these fields are all that the lines held.
	ui.eventDialogRaw.textContent = [id && `id: ${id}`, `event: ${name}`, ...text.split("\n").map((line) => `data: ${line}`)].filter(Boolean).join("\n");
	ui.eventDialogCurl.textContent = curlOf(record, channels);
	ui.eventDialog.showModal();
}

export const installInspector = () => on(ui.copyEvent, "click", () => copy(ui.eventDialogCurl.textContent));

/** A notification can be posted again; anything else can be seen again by resuming just before it. */
function curlOf({ id, name, channel, text }, channels) {
	if (channel === "notifications") return curlOfPost(name, text);
	if (channel === control || !id) return curlOfStream(channel === control ? channels : [channel]);
	return curlOfStream([channel], id.replace(/\d+$/, (sequence) => sequence - 1));
}
