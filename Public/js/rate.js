// The rate of events: a number, and a bar for each of the last sixty seconds, stacked by channel.

import { paint } from "./canvas.js";
import { channels } from "./declarations.js";
import { ui } from "./dom.js";

const seconds = 60;
/** The number is the mean over so many seconds: steady enough to be read. */
const span = 5;

export function installRate(stream) {
	/** Second (since 1970) → events by channel and in all. */
	const buckets = new Map();
	const now = () => Math.floor(Date.now() / 1000);

	stream.events.subscribe(({ channel }) => {
		if (!channels.includes(channel)) return;
		const bucket = buckets.get(now()) ?? { total: 0 };
		buckets.set(now(), bucket);
		bucket.total++;
		bucket[channel] = (bucket[channel] ?? 0) + 1;
	});

	function update() {
		const current = now();
		let recent = 0;
		for (const [second, { total }] of buckets) {
			if (second <= current - seconds) buckets.delete(second);
			else if (second < current && second >= current - span) recent += total;
		}
		ui.rate.textContent = (recent / span).toFixed(1);
		paint(ui.rateChart, (context, width, height, colours) => {
			const highest = Math.max(8, ...[...buckets.values()].map(({ total }) => total));
			const step = width / seconds;
			context.fillStyle = colours.line;
			context.fillRect(0, height - 1, width, 1);
			for (const [second, bucket] of buckets) {
				let top = height - 1;
				for (const channel of channels) {
					const tall = ((bucket[channel] ?? 0) / highest) * (height - 1);
					context.fillStyle = colours[channel];
					context.fillRect(width - (current - second + 1) * step, (top -= tall), step - 1, tall);
				}
			}
		});
	}

	setInterval(update, 500);
	update();
}
