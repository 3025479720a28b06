// The event list: newest on top, filtered by channel and text, paused and resumed. The DOM holds a window of the journal, never all of it.

import { channels, control } from "./declarations.js";
import { copy, curlOfStream } from "./curl.js";
import { byId, debounce, element } from "./dom.js";
import { clockTime, number, t } from "./i18n.js";
import { inspect } from "./inspector.js";

/** Rows shown at first, and how many each "Show older" adds. */
const step = 200;
/** Names and ids of a flood would make a screen reader useless: it hears a count at most this often. */
const announceEvery = 5_000;

export function installEventList(stream, journal, pauseChanged) {
    const list = byId("events");
    const channelFilter = byId("filter-channel");
    const textFilter = byId("filter-text");
    let limit = step;
    let pausedAt = null;
    let waiting = 0;

    channelFilter.append(
        element("option", { value: "" }, t("All channels")),
        ...[...channels.map(({ name }) => name), control].map((name) => element("option", { value: name }, name)),
    );

    const filter = () => {
        const channel = channelFilter.value;
        const text = textFilter.value.trim().toLowerCase();
        return (record) =>
            (channel === "" || record.channel === channel) &&
            (text === "" || record.name.toLowerCase().includes(text) || record.text.toLowerCase().includes(text) || record.id.includes(text));
    };

    /** From scratch: after a change of filter, a pause, a clear, or more rows. */
    function render() {
        const found = journal.newest(limit + 1, filter(), pausedAt ?? Infinity);
        const rows = found.slice(0, limit).map(row);
        if (found.length > limit) rows.push(element("li", { class: "more" }, element("button", { type: "button", "data-testid": "show-older", onclick: showOlder }, t("Show older"))));
        if (rows.length === 0) rows.push(element("li", { class: "empty" }, journal.count === 0 ? t("Waiting for events…") : t("No event matches the filter.")));
        list.replaceChildren(...rows);
        showCounts();
    }

    /** On top of what is there: the usual case. A flood replaces everything anyway. */
    function prepend(records) {
        const passes = filter();
        const fresh = records.filter(passes);
        if (fresh.length === 0) return showCounts();
        if (fresh.length >= limit || list.querySelector(".empty")) return render();
        const atTop = list.scrollTop < 8;
        list.prepend(...fresh.reverse().map(row));
        if (atTop) list.scrollTop = 0;
        const surplus = list.querySelectorAll("[data-number]").length - limit;
        // A list that has just grown past its window needs its "Show older" button: made once, by a full render.
        if (surplus > 0 && !list.querySelector(".more")) return render();
        for (let left = surplus; left > 0; left--) {
            const oldest = list.querySelector(".more").previousElementSibling;
            // Somebody may be reading just there; the window waits for them.
            if (oldest.contains(document.activeElement)) break;
            oldest.remove();
        }
        showCounts();
    }

    const row = (record) =>
        element(
            "li",
            { "data-testid": "event", "data-number": record.number, "data-channel": record.channel, "data-name": record.name, "data-id": record.id, "data-replayed": record.replayed ? "true" : undefined },
            element(
                "button",
                { type: "button", onclick: () => inspect(record, stream.channelNames) },
                element("time", {}, clockTime(record.at)),
                element("span", { class: "swatch" }),
                element("b", {}, record.name),
                record.replayed && element("em", {}, t("replayed")),
                element("span", { class: "summary" }, summary(record)),
                element("code", {}, shortId(record.id)),
            ),
        );

    function showOlder() {
        const rows = list.querySelectorAll("[data-number]").length;
        limit += step;
        render();
        list.querySelectorAll("[data-number] button")[rows]?.focus();
    }

    function showCounts() {
        byId("event-count").textContent = number(journal.count);
        const pause = byId("pause");
        pause.textContent = pausedAt === null ? t("Pause") : waiting ? t("Resume ({n} new)", { n: number(waiting) }) : t("Resume");
        pause.setAttribute("aria-pressed", String(pausedAt !== null));
    }

    let unannounced = 0;
    const announce = () => {
        if (unannounced) byId("event-announcement").textContent = t("{n} new events", { n: number(unannounced) });
        unannounced = 0;
    };
    setInterval(announce, announceEvery);

    journal.addEventListener("change", ({ detail: records }) => {
        if (pausedAt !== null) {
            waiting += records.length;
            return showCounts();
        }
        unannounced += records.length;
        prepend(records);
    });
    journal.addEventListener("clear", () => {
        limit = step;
        waiting = 0;
        render();
    });
    channelFilter.addEventListener("change", render);
    textFilter.addEventListener("input", debounce(120, render));
    byId("clear").addEventListener("click", () => journal.clear());
    byId("copy-stream").addEventListener("click", () => copy(curlOfStream(stream.channelNames, "")));
    byId("pause").addEventListener("click", () => {
        const [newest] = journal.newest(1, () => true);
        pausedAt = pausedAt === null ? (newest?.number ?? 0) : null;
        waiting = 0;
        render();
        pauseChanged(pausedAt !== null);
    });
    render();
}

/** Lifecycle events read better as a sentence than as JSON. */
function summary({ name, data, text }) {
    if (name !== "lifecycle" || !data) return text;
    const phase = { sentMessage: "→", methodInvoked: "✓" }[data.phase] ?? data.phase;
    return `${phase} ${data.message} · ${String(data.viewer).slice(0, 8)}`;
}

/** The epoch is the same for all of a server's life: the sequence tells events apart. */
const shortId = (id) => (id ? `#${id.slice(id.lastIndexOf("-") + 1)}` : "");
