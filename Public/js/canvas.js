// A canvas that is sharp on any screen, and the colours of the style sheet.

import { channels } from "./declarations.js";

const names = [...channels, "ink", "faint", "line", "paper"];

/** Calls `draw(context, width, height, colours)`; lengths are CSS pixels. */
export function paint(canvas, draw) {
	const { clientWidth: width, clientHeight: height } = canvas;
	canvas.width = width * devicePixelRatio;
	canvas.height = height * devicePixelRatio;
	const context = canvas.getContext("2d");
	context.scale(devicePixelRatio, devicePixelRatio);
	draw(context, width, height, colours());
}

/** A custom property is read as it is written, `light-dark(#one, #other)`: a canvas has to choose for itself. */
function colours() {
	const style = getComputedStyle(document.documentElement);
	const side = matchMedia("(prefers-color-scheme: dark)").matches ? 1 : 0;
	return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).match(/#\w+/g).at(side)]));
}
