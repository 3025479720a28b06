// The live stream: one EventSource, its state, and the id to go on from.
// EventSource reconnects by itself, with a Last-Event-ID header. A new one can't set it (after a drop on purpose, or for other
// channels): there the id goes into the query, and the header wins over it later.

import { channelOf, control, defaultChannels, eventNames } from "./declarations.js";
import { Subject } from "./subject.js";

/** EventSource gives up on anything but 200; a new one follows after this long (ms). */
const reopenDelay = 5000;
/** A replay ends where our own page is announced or, without the lifecycle channel, after this long (ms). */
const replayGrace = 1000;

export class LiveStream {
	/** connecting, open, reconnecting, dropped, refused */
	state = "connecting";
	states = new Subject();
	/** Records `{number, id, name, channel, text, data, at, replayed}`. */
	events = new Subject();
	/** `viewer` and `key` are known; before the event itself. */
	hellos = new Subject();
	resets = new Subject();

	channels = defaultChannels;
	lastEventId = "";
	/** In the connection before; its leaving is replayed too. */
	formerViewer;
	#source;
	#reopen;
	#replayEnd;
	#replaying = false;
	#received = 0;

	connect() {
		this.#close();
		// An empty list would ask for the default channels.
		if (this.channels.length === 0) return this.#enter("dropped");
		this.#enter("connecting");
		const resume = this.lastEventId && `&lastEventId=${encodeURIComponent(this.lastEventId)}`;
		const source = (this.#source = new EventSource(`events?channels=${this.channels}${resume}`));
		source.onopen = () => this.#enter("open");
		source.onerror = () => {
			if (source.readyState !== EventSource.CLOSED) return this.#enter("reconnecting");
			this.#enter("refused");
			this.#reopen = setTimeout(() => this.connect(), reopenDelay);
		};
		for (const name of eventNames) this.#listen(name);
	}

	/** Until `connect()`, events are missed; then they are replayed. */
	drop() {
		this.#close();
		this.#enter("dropped");
	}

	#listen(name) {
		// EventSource has an `error` and an `open` event of its own, without data.
		this.#source.addEventListener(name, (message) => message.data !== undefined && this.#receive(name, message));
	}

	#receive(name, { data: text, lastEventId }) {
		const data = parse(text);
		const channel = channelOf(name);
		const resumedFrom = this.lastEventId;
		this.lastEventId = lastEventId;
		if (name === "hello") {
			({ viewer: this.viewer, key: this.key } = data ?? {});
			// The key is a secret: neither shown nor copied.
			text = JSON.stringify({ ...data, key: "…" });
			// A resumed stream says hello with the id it resumes from, a fresh one with the current id.
			this.#setReplaying(resumedFrom !== "" && resumedFrom === lastEventId);
			this.hellos.next(data);
		} else if (name === "reset") {
			this.#setReplaying(false);
			this.resets.next(data);
		} else if (name === "lifecycle" && data?.viewer === this.viewer) this.#setReplaying(false);

		this.events.next({
			number: ++this.#received,
			// EventSource reports an earlier event's id with a tick, which has none.
			id: name === "tick" ? "" : lastEventId,
			name,
			channel,
			text,
			data,
			at: Date.now(),
			replayed: this.#replaying && channel !== control && name !== "tick",
		});
	}

	#setReplaying(replaying) {
		clearTimeout(this.#replayEnd);
		this.#replaying = replaying;
		if (replaying && !this.channels.includes("lifecycle")) this.#replayEnd = setTimeout(() => this.#setReplaying(false), replayGrace);
	}

	#close() {
		clearTimeout(this.#reopen);
		this.#setReplaying(false);
		this.#source?.close();
		this.#source = undefined;
	}

	#enter(state) {
		this.state = state;
		if (state !== "open") {
			this.formerViewer = this.viewer ?? this.formerViewer;
			this.viewer = this.key = undefined;
		}
		this.states.next(state);
	}
}

function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
