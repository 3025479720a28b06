// The rate of events: a number, and a bar for each of the last sixty seconds, stacked by channel.

import { channels } from "./declarations.js";
import { byId } from "./dom.js";
import { palette, prepare } from "./canvas.js";

const seconds = 60;
/** The number is the mean over this many whole seconds, so that it can be read. */
const window = 5;
const names = channels.map(({ name }) => name);

export function installRate(stream) {
    const canvas = byId("rate-chart");
    /** Second (since 1970) → events by channel. */
    const buckets = new Map();

    stream.addEventListener("event", ({ detail: { channel, at } }) => {
        if (!names.includes(channel)) return;
        const second = Math.floor(at / 1_000);
        if (!buckets.has(second)) buckets.set(second, {});
        const bucket = buckets.get(second);
        bucket[channel] = (bucket[channel] ?? 0) + 1;
    });

    const sum = (second) => Object.values(buckets.get(second) ?? {}).reduce((total, count) => total + count, 0);

    function draw() {
        const current = Math.floor(Date.now() / 1_000);
        for (const second of buckets.keys()) if (second < current - seconds) buckets.delete(second);
        let recent = 0;
        for (let back = 1; back <= window; back++) recent += sum(current - back);
        byId("rate").textContent = (recent / window).toFixed(1);
        if (document.hidden) return;

        const { context, width, height } = prepare(canvas);
        const colours = palette();
        const highest = Math.max(4, ...[...buckets.keys()].map(sum));
        const step = width / seconds;
        context.fillStyle = colours.line;
        context.fillRect(0, height - 1, width, 1);
        for (let back = 0; back < seconds; back++) {
            let top = height - 1;
            for (const name of names) {
                const tall = ((buckets.get(current - back)?.[name] ?? 0) / highest) * (height - 2);
                context.fillStyle = colours[name];
                context.fillRect(width - (back + 1) * step, top - tall, Math.max(1, step - 1), tall);
                top -= tall;
            }
        }
    }

    setInterval(draw, 500);
    draw();
    return { themeChanged: draw };
}
