// The live stream: one EventSource, its state, and the id to go on from.
//
// EventSource reconnects by itself and then sends the Last-Event-ID header. A new EventSource cannot set that header, so where we open
// one (after a drop on purpose, or a change of channels) the id goes into the query instead; the header wins over it later.

import { channelOf, control, declaredEventNames } from "./declarations.js";

/** How long after giving up (EventSource does, on anything but 200) we open a new one. */
const reopenDelay = 5_000;
/** Replay is over when our own page is announced; without the lifecycle channel, after this long. */
const replayGrace = 1_000;

/**
 * Dispatches `state` (connecting, open, reconnecting, dropped, refused), `event` (detail: a record) and, before the `event`
 * of the same name, `hello` and `reset` (detail: their data).
 */
export class LiveStream extends EventTarget {
    state = "connecting";
    lastEventId = "";
    viewer = null;
    key = null;
    #source = null;
    #reopen = 0;
    #replaying = false;
    #replayTimer = 0;
    #eventNames = new Set(declaredEventNames);
    #received = 0;

    constructor(path, channelNames) {
        super();
        this.path = path;
        this.channelNames = channelNames;
    }

    get url() {
        const url = new URL(this.path, document.baseURI);
        url.searchParams.set("channels", this.channelNames.join(","));
        if (this.lastEventId) url.searchParams.set("lastEventId", this.lastEventId);
        return url;
    }

    connect() {
        this.#close();
        this.#enter("connecting");
        // Without a channel there is nothing to ask for (an empty list would mean the default ones).
        if (this.channelNames.length === 0) return this.#enter("dropped");
        const source = new EventSource(this.url);
        this.#source = source;
        source.addEventListener("open", () => this.#enter("open"));
        source.addEventListener("error", () => this.#failed(source));
        for (const name of this.#eventNames) this.#listen(source, name);
    }

    /** Ends the connection on purpose: what happens until `connect()` is missed, and then replayed. */
    drop() {
        this.#close();
        this.#enter("dropped");
    }

    select(channelNames) {
        this.channelNames = channelNames;
        this.connect();
    }

    /** Listens to a notification that is not declared in this page. */
    learn(name) {
        if (this.#eventNames.has(name)) return;
        this.#eventNames.add(name);
        if (this.#source) this.#listen(this.#source, name);
    }

    #listen(source, name) {
        source.addEventListener(name, (message) => {
            // "error" is also the name of EventSource's own events, which carry no data.
            if (source === this.#source && message instanceof MessageEvent) this.#receive(name, message);
        });
    }

    #receive(name, message) {
        const earlierId = this.lastEventId;
        this.lastEventId = message.lastEventId;
        const data = parse(message.data);
        if (name === "hello") {
            this.viewer = data?.viewer ?? null;
            this.key = data?.key ?? null;
            // A resumed stream's hello carries the id it resumes from; a fresh one's the current id.
            this.#beginReplay(earlierId !== "" && earlierId === message.lastEventId);
        }
        if (name === "reset") this.#beginReplay(false);
        if (name === "lifecycle" && data?.viewer === this.viewer) this.#beginReplay(false);
        if (name === "hello" || name === "reset") this.dispatchEvent(new CustomEvent(name, { detail: data }));

        const channel = channelOf(name);
        const record = {
            number: ++this.#received,
            // Ticks have no id of their own: what EventSource reports with them is that of an earlier event.
            id: channel === "ticks" ? "" : message.lastEventId,
            name,
            channel,
            text: name === "hello" ? withoutKey(data) : message.data,
            data,
            at: Date.now(),
            replayed: this.#replaying && channel !== control && channel !== "ticks",
        };
        this.dispatchEvent(new CustomEvent("event", { detail: record }));
    }

    #beginReplay(replaying) {
        clearTimeout(this.#replayTimer);
        this.#replaying = replaying;
        if (replaying) this.#replayTimer = setTimeout(() => (this.#replaying = false), replayGrace);
    }

    #failed(source) {
        if (source !== this.#source) return;
        if (source.readyState === EventSource.CONNECTING) return this.#enter("reconnecting");
        this.#enter("refused");
        this.#reopen = setTimeout(() => this.connect(), reopenDelay);
    }

    #close() {
        clearTimeout(this.#reopen);
        this.#beginReplay(false);
        this.#source?.close();
        this.#source = null;
    }

    #enter(state) {
        this.state = state;
        if (state !== "open") this.viewer = this.key = null;
        this.dispatchEvent(new CustomEvent("state", { detail: state }));
    }
}

/** The key is a secret: it stays out of everything this page shows or copies. */
const withoutKey = (data) => JSON.stringify({ ...data, key: data?.key ? "(secret)" : undefined });

function parse(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}
