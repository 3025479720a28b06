// The events this page remembers: the newest 10 000. Views are told once per frame, however many events came.

const capacity = 10_000;
/** Hidden tabs get no animation frames, but their events must not pile up untold. */
const hiddenDelay = 500;

/** Dispatches `change` (detail: the events that are new since the last one) and `clear`. */
export class Journal extends EventTarget {
    #records = [];
    #fresh = [];
    #scheduled = false;

    append(record) {
        this.#records.push(record);
        // Cut in blocks: moving 10 000 entries for each event would be what costs.
        if (this.#records.length > capacity * 1.2) this.#records.splice(0, this.#records.length - capacity);
        this.#fresh.push(record);
        if (this.#scheduled) return;
        this.#scheduled = true;
        if (document.hidden) setTimeout(() => this.#flush(), hiddenDelay);
        else requestAnimationFrame(() => this.#flush());
    }

    get count() {
        return Math.min(this.#records.length, capacity);
    }

    /** The newest `limit` records that pass, newest first, up to the one numbered `until`. */
    newest(limit, passes, until = Infinity) {
        const found = [];
        const oldest = this.#records.length - this.count;
        for (let index = this.#records.length - 1; index >= oldest && found.length < limit; index--) {
            const record = this.#records[index];
            if (record.number <= until && passes(record)) found.push(record);
        }
        return found;
    }

    clear() {
        this.#records = [];
        this.#fresh = [];
        this.dispatchEvent(new Event("clear"));
    }

    #flush() {
        this.#scheduled = false;
        const fresh = this.#fresh;
        this.#fresh = [];
        this.dispatchEvent(new CustomEvent("change", { detail: fresh }));
    }
}
