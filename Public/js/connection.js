// The connection in words: its state, the last id, the protocol; the button that drops it; what a resume brought; channel switches.

import { channels } from "./declarations.js";
import { byId, element, tell } from "./dom.js";
import { number, t } from "./i18n.js";

const words = {
    connecting: "Connecting",
    open: "Connected",
    reconnecting: "Reconnecting",
    dropped: "Dropped by you",
    refused: "Refused; trying again",
};

export function installConnection(stream, journal) {
    const notice = byId("stream-notice");
    const drop = byId("drop");
    const say = (text) => tell(notice, text);

    function showState() {
        byId("connection").dataset.state = stream.state;
        byId("connection-state").textContent = t(words[stream.state]);
        const away = stream.state === "dropped";
        drop.textContent = away ? t("Reconnect and replay") : t("Drop connection");
        drop.classList.toggle("primary", away);
        drop.disabled = stream.channelNames.length === 0;
        if (stream.channelNames.length === 0) say(t("Choose a channel to connect."));
        else if (away) say(t("You are disconnected on purpose. What happens now is missed, then replayed: post something, and reconnect."));
    }

    // What came back after a resume is counted while it comes.
    let resumed = null;
    const countReplay = () => {
        if (resumed?.count) say(t("Resumed after {id}: {n} missed events were replayed.", { id: resumed.id, n: number(resumed.count) }));
    };

    stream.addEventListener("state", showState);
    stream.addEventListener("hello", () => {
        say("");
        resumed = { id: stream.lastEventId, count: 0 };
        byId("protocol").textContent = protocol();
    });
    stream.addEventListener("reset", ({ detail }) => say(t("Some missed events are no longer kept ({reason}): starting from the present.", { reason: detail?.reason ?? "?" })));
    stream.addEventListener("event", ({ detail: { replayed } }) => {
        if (replayed && resumed) resumed.count++;
    });
    journal.addEventListener("change", ({ detail: records }) => {
        byId("last-id").textContent = stream.lastEventId || "–";
        if (records.some(({ replayed }) => replayed)) countReplay();
    });

    drop.addEventListener("click", () => (stream.state === "dropped" ? stream.connect() : stream.drop()));
    installSwitches(stream);
    showState();
}

/** A switch per channel, which is also the name of its lane in the marble diagram. */
function installSwitches(stream) {
    const fieldset = byId("channels");
    const box = ({ name }) =>
        element("input", {
            type: "checkbox",
            role: "switch",
            value: name,
            "data-testid": `channel-${name}`,
            checked: stream.channelNames.includes(name),
            onchange: () => stream.select([...fieldset.querySelectorAll(":checked")].map(({ value }) => value)),
        });
    fieldset.append(...channels.map((channel) => element("label", { class: "lane", "data-channel": channel.name }, box(channel), element("span", { class: "swatch" }), channel.name)));
}

/** What the page itself came over; the stream shares that connection on HTTP/2 and uses the same protocol on HTTP/1.1. */
function protocol() {
    const [navigation] = performance.getEntriesByType("navigation");
    return { h2: "HTTP/2", h3: "HTTP/3", "http/1.1": "HTTP/1.1" }[navigation?.nextHopProtocol] ?? "–";
}
