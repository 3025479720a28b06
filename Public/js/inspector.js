// One event, in full: its id, when it came, the lines that carried it, and a curl command that does it again.

import { copy, curlOfPost, curlOfStream } from "./curl.js";
import { control } from "./declarations.js";
import { byId, element } from "./dom.js";
import { clockTime, t } from "./i18n.js";

export function inspect(record, channelNames) {
    const facts = [
        [t("Id"), record.id || t("none: not kept, not replayed")],
        [t("Channel"), record.channel],
        [t("Received at"), `${new Date(record.at).toLocaleDateString()} ${clockTime(record.at)}${record.replayed ? ` (${t("as a replay")})` : ""}`],
    ];
    byId("event-dialog-title").textContent = record.name;
    byId("event-dialog-title").dataset.channel = record.channel;
    byId("event-dialog-facts").replaceChildren(...facts.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
    byId("event-dialog-raw").textContent = wireLines(record);
    byId("event-dialog-curl").textContent = curlOf(record, channelNames);
    byId("event-dialog").showModal();
}

export function installInspector() {
    byId("copy-event").addEventListener("click", () => copy(byId("event-dialog-curl").textContent));
}

/** EventSource gives no raw bytes, but the fields it gives are all that the lines held: this is how the server writes them. */
function wireLines({ id, name, text }) {
    const lines = text.split("\n").map((line) => `data: ${line}`);
    return [...(id ? [`id: ${id}`] : []), `event: ${name}`, ...lines].join("\n");
}

/** A notification can be posted again; anything else can be seen again, by resuming just before it. */
function curlOf({ id, name, channel, text }, channelNames) {
    if (channel === "notifications") return curlOfPost(name, text);
    const [epoch, sequence] = id.split("-");
    const before = channel !== control && Number(sequence) > 0 ? `${epoch}-${Number(sequence) - 1}` : "";
    return curlOfStream(channel === control ? channelNames : [channel], before);
}
