// The events this page remembers: the newest 10 000. Views are told once a frame, however many came.

import { Subject } from "./subject.js";

const capacity = 10_000;

export class Journal {
	/** The records that are new since the last time. */
	changes = new Subject();
	clears = new Subject();
	#records = [];
	#fresh = [];

	append(record) {
		this.#records.push(record);
		// In blocks: moving 10 000 entries for each event is what would cost.
		if (this.#records.length > capacity * 1.2) this.#records.splice(0, this.#records.length - capacity);
		if (this.#fresh.push(record) > 1) return;
		// A hidden tab gets no frames, but must not pile up untold events.
		if (document.hidden) setTimeout(this.#flush, 500);
		else requestAnimationFrame(this.#flush);
	}

	get count() {
		return Math.min(this.#records.length, capacity);
	}

	/** The newest `limit` records that pass, newest first. */
	newest(limit, passes) {
		const found = [];
		const kept = this.#records.slice(-capacity);
		while (found.length < limit && kept.length) {
			const record = kept.pop();
			if (passes(record)) found.push(record);
		}
		return found;
	}

	clear() {
		this.#records = [];
		this.#fresh = [];
		this.clears.next();
	}

	#flush = () => this.changes.next(this.#fresh.splice(0));
}
