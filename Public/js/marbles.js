// The marble diagram: time runs to the right, now is at the right edge, a lane per channel.
//
//   ● an event, ○ before (sentMessage) and ● after (methodInvoked) a method, ▬ activity, a shade while disconnected

import { paint } from "./canvas.js";
import { channels } from "./declarations.js";
import { on, ui } from "./dom.js";
import { inspect } from "./inspector.js";

const radius = 8;
/** For the axis below, and the arrowheads on the right. */
const margin = 20;
/** Milliseconds; the diagram creeps, so more would only cost. Steps of a second for reduced motion. */
const frame = 33;
const calmFrame = 1000;
/** Of a flood, the newest are drawn. */
const most = 5000;
/** Milliseconds; the widest shows less. */
const kept = 60_000;

export function installMarbles(stream, journal) {
	const canvas = ui.marbles;
	const calm = matchMedia("(prefers-reduced-motion: reduce)");
	let marbles = [];
	/** `{from, to}`, the last one open while there is no connection. */
	let gaps = [{ from: Date.now() }];
	let pausedAt;
	let drawn = [];

	function draw(context, width, height, colours) {
		const now = pausedAt ?? Date.now();
		const right = width - margin;
		// Marbles a second apart stand side by side, on a phone nearly so.
		const pixelsPerSecond = width > 350 ? 20 : 14;
		const x = (at) => right - ((now - at) / 1000) * pixelsPerSecond;
		const y = (channel) => ((channels.indexOf(channel) + 0.5) * (height - margin)) / channels.length;
		const stroke = (colour, thickness, ...points) => {
			context.strokeStyle = colour;
			context.lineWidth = thickness;
			context.beginPath();
			for (const point of points) context.lineTo(...point);
			context.stroke();
		};
		context.font = "600 10px ui-monospace, monospace";
		context.textAlign = "center";
		context.textBaseline = "middle";

		context.fillStyle = colours.faint;
		for (let second = 0; second * pixelsPerSecond < right - margin; second += 5) {
			const at = right - second * pixelsPerSecond;
			stroke(colours.line, 1, [at, 0], [at, height - margin]);
			context.fillText(`${-second} s`, at, height - 8);
		}
		for (const { from, to = now } of gaps) {
			context.fillStyle = colours.line;
			context.fillRect(x(from), 0, x(Math.min(to, now)) - x(from), height - margin);
		}
		for (const channel of channels) {
			const at = y(channel);
			context.globalAlpha = stream.channels.includes(channel) ? 0.9 : 0.3;
			stroke(colours.faint, 1.25, [0, at], [width - 8, at]);
			stroke(colours.faint, 1.25, [width - 13, at - 4], [width - 7, at], [width - 13, at + 4]);
		}
		context.globalAlpha = 1;

		let busySince;
		const showBusy = (until) => stroke(colours.activity, 5, [x(busySince), y("activity")], [x(until), y("activity")]);
		for (const { channel, data, at } of marbles) {
			if (channel !== "activity") continue;
			if (busySince && !data.active) showBusy(at);
			busySince = data.active ? at : undefined;
		}
		if (busySince) showBusy(now);

		// Marbles that would hide each other: one stands for them, with their count.
		drawn = [];
		const last = {};
		for (const marble of marbles) {
			if (marble.at > now) break;
			const near = last[marble.channel];
			const place = { marble, count: 1, x: x(marble.at), y: y(marble.channel) };
			if (near && place.x - near.x < radius) Object.assign(near, { marble, count: near.count + 1 });
			else drawn.push((last[marble.channel] = place));
		}
		for (const { marble, count, x, y } of drawn) {
			const colour = colours[marble.channel];
			const hollow = count === 1 && isHollow(marble);
			context.beginPath();
			context.arc(x, y, radius, 0, 7);
			context.fillStyle = hollow ? colours.paper : colour;
			context.fill();
			context.strokeStyle = marble.replayed ? colours.ink : colour;
			context.lineWidth = 2;
			context.stroke();
			context.fillStyle = hollow ? colour : colours.paper;
			context.fillText(count > 1 ? Math.min(count, 99) : letter(marble), x, y + 0.5);
		}
	}

	// By the frame, as the list is told, so that a flood costs one filter.
	journal.changes.subscribe((records) => {
		const oldest = (pausedAt ?? Date.now()) - kept;
		marbles = [...marbles, ...records.filter(({ channel }) => channels.includes(channel))].filter(({ at }) => at > oldest).slice(-most);
		gaps = gaps.filter(({ to = Infinity }) => to > oldest);
	});
	journal.clears.subscribe(() => (marbles = []));
	stream.states.subscribe((state) => {
		const gap = gaps.at(-1);
		const isOpen = gap && !gap.to;
		if (state === "open" && isOpen) gap.to = Date.now();
		if (state !== "open" && !isOpen) gaps.push({ from: Date.now() });
	});

	// By keyboard, the same events are in the list.
	const hit = ({ offsetX, offsetY }) => drawn.findLast(({ x, y }) => Math.hypot(x - offsetX, y - offsetY) < radius + 3);
	on(canvas, "pointermove", (event) => canvas.classList.toggle("hit", hit(event)));
	on(canvas, "click", (event) => {
		const place = hit(event);
		if (place) inspect(place.marble, stream.channels, place.count);
	});

	let next = 0;
	(function turn(time) {
		if (time >= next) {
			next = time + (calm.matches ? calmFrame : frame) - 8;
			paint(canvas, draw);
		}
		requestAnimationFrame(turn);
	})(0);

	return (paused) => (pausedAt = paused ? Date.now() : undefined);
}

const isHollow = ({ name, data }) => (name === "lifecycle" && data.phase === "sentMessage") || (name === "activity" && !data.active);

/** What tells marbles of a lane apart. */
function letter({ name, data }) {
	if (name === "lifecycle") return data.message.endsWith("Disappear") ? "D" : "A";
	if (name === "activity") return data.active ? "▸" : "■";
	if (name === "articles") return `+${data.inserted.length}`;
	return name[0].toUpperCase();
}
